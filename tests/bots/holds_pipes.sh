#!/bin/sh
# Starts a child that holds all three pipes, and leaves when it is asked for a card.
read -r line
id=${line#*\"id\":}
sleep 600 &
echo "{\"id\": ${id%%,*}, \"protocol\": 1}"
read -r line
read -r line
exit 5
