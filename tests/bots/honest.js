// Plays the first legal card, in Node.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ id: message.id, protocol: 1 }));
  } else if (message.type === "play") {
    console.log(JSON.stringify({ id: message.id, card: message.legal[0] }));
  }
});
