// The replay viewer: what is looked at, how one moves, and drawing it all anew after each step.
import { SEAT_WORDS, SEATS } from "./cards.js";
import { byId, make, recall, remember } from "./dom.js";
import { drawFelt } from "./felt.js";
import { formatLink, parseLink } from "./links.js";
import { buildTricks, drawNotes, drawNow, drawScore, isSeen, markTricks } from "./panel.js";
import { openDeal, openNote, positionAt, trickOnTable } from "./position.js";
import { startTheme, turnTheme } from "./theme.js";
import { resultMark, stepWords } from "./words.js";

const STEP_MS = 900;
const TRICK_MS = 1600;
const VIEWS = ["open", "closed", ...SEATS];

const match = JSON.parse(byId("match").textContent);
const at = { half: 0, deal: 0, play: 0, view: "open" };
let deal = null;
let notes = [];
let cells = [];
let timer = null;

const half = () => match.halves[at.half];
const seatNames = () => half().seats.map(([entrant, bot]) => match.entrants[entrant].bots[bot]);
const sideNames = () => [0, 1].map((side) => match.entrants[half().seats[side][0]].name);

// ---- where one is

function move(place) {
  const before = at.half;
  Object.assign(at, place);
  if (at.half !== before) listDeals();
  const sameDeal = place.half === undefined && place.deal === undefined;
  if (!sameDeal) takeDeal();
  at.play = Math.max(0, Math.min(deal ? deal.plays.length : 0, at.play));
  draw(sameDeal);
}

function takeDeal() {
  const raw = half().deals[at.deal];
  deal = raw ? openDeal(raw) : null;
  const first = at.deal === 0 ? half().notes.map(openNote) : [];
  notes = [...first, ...(deal ? deal.notes : [])];
  byId("deal").value = String(at.deal);
  cells = deal ? buildTricks(deal, notes, goPlay) : [];
  byId("at").max = String(deal ? deal.plays.length : 0);
}

const goPlay = (play) => {
  stop();
  move({ play });
};
const goDeal = (number) => {
  if (number < 0 || number >= half().deals.length) return;
  stop();
  move({ deal: number, play: 0 });
};

// The other half, at the same board if it was played there too.
function goHalf(number) {
  if (number < 0 || number >= match.halves.length || number === at.half) return;
  stop();
  const board = deal?.board;
  const same = match.halves[number].deals.findIndex((each) => each.b === board);
  move({ half: number, deal: Math.max(0, same), play: same < 0 ? 0 : at.play });
}

function goTrick(number) {
  goPlay(Math.min(4 * number, deal ? deal.plays.length : 0));
}

// The next fault after this card, in this half or the next.
function goFault() {
  const isFault = (note) => note[1] === "fault" && isSeen(at.view, note[2]);
  for (let h = at.half; h < match.halves.length; h += 1) {
    const deals = match.halves[h].deals;
    for (let d = h === at.half ? at.deal : 0; d < deals.length; d += 1) {
      const after = h === at.half && d === at.deal ? at.play : -1;
      const found = (deals[d].e ?? []).find((note) => isFault(note) && note[0] > after);
      if (found) {
        stop();
        move({ half: h, deal: d, play: found[0] });
        return;
      }
    }
  }
  announce("No fault after this card.");
}

function setView(view) {
  move({ view });
}

// ---- playing by itself

function stop() {
  clearTimeout(timer);
  timer = null;
  showPlaying();
}

function tick() {
  if (!deal || at.play >= deal.plays.length) {
    stop();
    return;
  }
  move({ play: at.play + 1 });
  timer = setTimeout(tick, at.play % 4 ? STEP_MS : TRICK_MS);
}

function turnPlaying() {
  if (timer !== null) {
    stop();
    return;
  }
  if (deal && at.play >= deal.plays.length) move({ play: 0 });
  timer = setTimeout(tick, 0);
  showPlaying();
}

function showPlaying() {
  byId("play").setAttribute("aria-pressed", String(timer !== null));
  byId("play-icon").setAttribute("href", timer === null ? "#icon-play" : "#icon-pause");
  byId("play").setAttribute("aria-label", timer === null ? "Play" : "Pause");
}

// ---- drawing

function draw(moved) {
  byId("stage").hidden = !deal;
  byId("nothing").hidden = Boolean(deal);
  for (const [index, button] of halfButtons.entries()) button.setAttribute("aria-pressed", String(index === at.half));
  byId("view").value = at.view;
  drawNotes({ notes, view: at.view, names: seatNames(), count: at.play }, goPlay);
  if (deal) drawDeal(moved);
  keepAddress();
}

function drawDeal(moved) {
  const position = positionAt(deal, at.play);
  const trick = trickOnTable(position);
  const look = { deal, position, trick, notes, moved, view: at.view, names: seatNames(), sides: sideNames(), unit: match.unit };
  drawFelt(look);
  drawScore(look);
  drawNow(look);
  markTricks(cells, at.play);
  byId("tricks-box").classList.toggle("hide-future", at.view !== "open");
  const range = byId("at");
  range.value = String(at.play);
  const words = stepWords(deal, position, trick);
  range.setAttribute("aria-valuetext", `${at.play} of ${deal.plays.length} cards. ${words}`);
  byId("count").textContent = `${at.play} / ${deal.plays.length}`;
  for (const id of ["first", "back-trick", "back"]) byId(id).disabled = at.play === 0;
  for (const id of ["step", "on-trick", "last"]) byId(id).disabled = at.play === deal.plays.length;
  byId("deal-before").disabled = at.deal === 0;
  byId("deal-after").disabled = at.deal === half().deals.length - 1;
  const faults = notes.filter((note) => note.at === at.play && note.kind === "fault" && isSeen(at.view, note.seat));
  const over = at.play === deal.plays.length ? ` ${byId("result").textContent}` : "";
  announce([words, ...faults.map((note) => `Fault: ${note.text}`)].join(" ") + over);
}

function announce(words) {
  byId("live").textContent = words;
}

function keepAddress() {
  const link = formatLink(at);
  document.title = `Deal ${at.deal + 1}, half ${at.half + 1}: ${match.entrants.map((each) => each.name).join(" against ")}`;
  if (link === location.hash) return;
  try {
    history.replaceState(null, "", link);
  } catch {
    // A browser may refuse so many changes; the next one tells where we are.
  }
}

function listDeals() {
  const options = half().deals.map((raw, index) => {
    const fault = (raw.e ?? []).some((note) => note[1] === "fault") ? " !" : "";
    const text = `${index + 1} · board ${raw.b} · ${resultMark(openDeal(raw).result)}${fault}`;
    return make("option", "", { value: String(index) }, text);
  });
  byId("deal").replaceChildren(...options);
}

// ---- keys and buttons

const KEYS = {
  ArrowRight: () => goPlay(at.play + 1),
  ArrowLeft: () => goPlay(at.play - 1),
  ArrowDown: () => goTrick(Math.floor(at.play / 4) + 1),
  ArrowUp: () => goTrick(Math.ceil(at.play / 4) - 1),
  Home: () => goPlay(0),
  End: () => goPlay(40),
  " ": turnPlaying,
  n: () => goDeal(at.deal + 1),
  p: () => goDeal(at.deal - 1),
  PageDown: () => goDeal(at.deal + 1),
  PageUp: () => goDeal(at.deal - 1),
  h: () => goHalf(1 - at.half),
  v: () => setView(VIEWS[(VIEWS.indexOf(at.view) + 1) % VIEWS.length]),
  f: goFault,
  c: turnColours,
  t: turnTheme,
  "?": () => byId("help").showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const target = event.target;
  if (target instanceof HTMLSelectElement) return;
  const button = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.tagName === "SUMMARY";
  if (button && event.key === " ") return;
  if (event.key.length === 1 && event.key !== " " && !byId("letters").checked) return;
  if (target.tagName === "PRE" && event.key.startsWith("Arrow")) return;
  const digit = /^\d$/.test(event.key) ? (Number(event.key) + 9) % 10 : null;
  const act = digit === null ? KEYS[event.key] : () => goPlay(4 * digit + 1);
  if (!act) return;
  event.preventDefault();
  act();
}

function turnColours() {
  const four = document.documentElement.dataset.colours !== "four";
  setColours(four ? "four" : "two");
  remember("colours", four ? "four" : "two");
}

function setColours(colours) {
  document.documentElement.dataset.colours = colours === "four" ? "four" : "two";
  byId("colours").setAttribute("aria-pressed", String(colours === "four"));
}

const halfButtons = match.halves.map((_, index) => {
  const button = make("button", "", { type: "button" }, String(index + 1));
  button.setAttribute("aria-label", `Half ${index + 1}`);
  button.addEventListener("click", () => goHalf(index));
  return button;
});

function start() {
  byId("halves").append(...halfButtons);
  if (match.mirror) byId("felt").classList.add("mirror");
  byId("facts").replaceChildren(
    ...match.result.flatMap(([name, text]) => [make("dt", "", {}, name), make("dd", "", {}, make("bdi", "", {}, text))]),
  );
  const tails = match.halves.flatMap((each, index) => each.stderr.map((tail) => drawTail(index, each, tail)));
  byId("stderr").replaceChildren(...tails);
  byId("stderr-box").hidden = !tails.length;
  const clicks = {
    first: KEYS.Home,
    "back-trick": KEYS.ArrowUp,
    back: KEYS.ArrowLeft,
    play: turnPlaying,
    step: KEYS.ArrowRight,
    "on-trick": KEYS.ArrowDown,
    last: KEYS.End,
    "deal-before": KEYS.p,
    "deal-after": KEYS.n,
    colours: turnColours,
    keys: KEYS["?"],
    "close-help": () => byId("help").close(),
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("deal").addEventListener("change", (event) => goDeal(Number(event.target.value)));
  byId("view").addEventListener("change", (event) => setView(event.target.value));
  byId("at").addEventListener("input", (event) => goPlay(Number(event.target.value)));
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => {
    if (location.hash !== formatLink(at)) move(parseLink(location.hash, match.halves));
  });
  startTheme();
  setColours(recall("colours"));
  byId("letters").checked = recall("letters") !== "off";
  byId("letters").addEventListener("change", (event) => remember("letters", event.target.checked ? "on" : "off"));
  const link = parseLink(location.hash, match.halves);
  Object.assign(at, link);
  listDeals();
  takeDeal();
  draw(false);
}

function drawTail(index, each, [seat, total, text]) {
  const [entrant, bot] = each.seats[seat];
  const name = make("bdi", "", {}, match.entrants[entrant].bots[bot]);
  const head = make("p", "label", {}, `half ${index + 1}, ${SEAT_WORDS[seat]} (`, name, `), ${total} bytes in all`);
  return make("div", "", {}, head, make("pre", "", { tabindex: "0" }, make("bdi", "", {}, text)));
}

start();
