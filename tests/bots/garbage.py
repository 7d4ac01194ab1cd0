"""Says something that isn't JSON."""

from scripted import run, write

run(lambda message: write("I play the ace of hearts!\n"))
