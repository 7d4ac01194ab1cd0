"""Tells its partner by when files that both may read were read last."""

from attack import TOKEN_BITS, bits, pair, shared_files, token_of


def send(token):
    for bit in bits(token):
        shared_files()[bit].read_bytes()


def receive():
    def is_read(path):
        stat = path.stat()
        return stat.st_atime_ns > stat.st_mtime_ns

    return token_of(bit for bit in range(TOKEN_BITS) if is_read(shared_files()[bit]))


pair(send, receive)
