// my-bot: takes a trick as cheaply as it can, and else throws away what counts least.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// ranks are the ranks of a suit, weakest first.
const ranks = "23456QJK7A"

// card is its rank and then its suit: "AH" is the ace of hearts.
type card string

func (c card) suit() byte { return c[1] }

// strength is how strong a card is in its suit, from 0.
func (c card) strength() int { return strings.IndexByte(ranks, c[0]) }

func (c card) points() int {
	return map[byte]int{'A': 11, '7': 10, 'K': 4, 'J': 3, 'Q': 2}[c[0]]
}

// beats says whether a card, played after best, takes the trick from it.
func (c card) beats(best card, trump byte) bool {
	if c.suit() == best.suit() {
		return c.strength() > best.strength()
	}
	return c.suit() == trump
}

// play is a card on the table and who played it: [2,"QH"] on the wire.
type play struct {
	seat int
	card card
}

// UnmarshalJSON reads the two parts of a play.
func (p *play) UnmarshalJSON(data []byte) error {
	var parts [2]json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if err := json.Unmarshal(parts[0], &p.seat); err != nil {
		return err
	}
	return json.Unmarshal(parts[1], &p.card)
}

// message is what this bot wants to know of a line; other fields are ignored.
type message struct {
	Type  string `json:"type"`
	ID    int    `json:"id"`
	Seat  int    `json:"seat"`
	Trump card   `json:"trump"`
	Legal []card `json:"legal"`
	Table []play `json:"table"`
}

// choose picks one card of Legal. This function is your bot: make it better.
func choose(request message) card {
	trump := request.Trump.suit()
	// What it costs to part with a card: its points, then its strength; trumps are dear.
	cost := func(c card) int {
		dear := 0
		if c.suit() == trump {
			dear = 50
		}
		return 10*c.points() + c.strength() + dear
	}
	cheapest := func(cards []card) card {
		least := cards[0]
		for _, c := range cards[1:] {
			if cost(c) < cost(least) {
				least = c
			}
		}
		return least
	}
	if len(request.Table) == 0 {
		return cheapest(request.Legal)
	}
	best := request.Table[0]
	for _, other := range request.Table[1:] {
		if other.card.beats(best.card, trump) {
			best = other
		}
	}
	var winners []card
	if partner := (request.Seat + 2) % 4; best.seat != partner {
		for _, c := range request.Legal {
			if c.beats(best.card, trump) {
				winners = append(winners, c)
			}
		}
	}
	if len(winners) > 0 {
		return cheapest(winners)
	}
	return cheapest(request.Legal)
}

// helloReply and playReply are what this bot says.
type helloReply struct {
	ID       int    `json:"id"`
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`
	Version  string `json:"version"`
}

type playReply struct {
	ID   int  `json:"id"`
	Card card `json:"card"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)   // its limit of 64 KiB a line is more than the referee's
	replies := json.NewEncoder(os.Stdout) // one line each, not buffered
	for lines.Scan() {
		// The kind of a message is read first: other messages may give the same names to other things.
		var kind struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(lines.Bytes(), &kind) != nil || (kind.Type != "hello" && kind.Type != "play") {
			continue // everything else needs no reply
		}
		var request message
		err := json.Unmarshal(lines.Bytes(), &request)
		if err == nil && request.Type == "hello" {
			err = replies.Encode(helloReply{request.ID, 1, "my-bot", "0.1"})
		} else if err == nil {
			err = replies.Encode(playReply{request.ID, choose(request)})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err, lines.Text())
			os.Exit(1)
		}
	}
}
