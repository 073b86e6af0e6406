// The server's events in, states out, for ever: through sleep, lost Wi-Fi and restarts.
//
// A browser opens about six connections to one host, and an open stream holds one. So the tabs of one
// browser share: one leads and owns the only stream, the others hear it through a BroadcastChannel.
// A leader that falls silent is replaced; of two leaders the one with the smaller id stays.

const STALE_MS = 12000; // nothing heard, not even two signs of life: the picture may be old
const CUT_MS = 3500; // the same while there is no stream at all
const SILENT_MS = 13000; // nothing heard from the leading tab: another one leads
const ANSWER_MS = 400; // for a leading tab to say that it is there
const BACK_OFF_MS = [300, 700, 1500, 2000];
const POLL_MS = 3000;
const PATIENCE_MS = 2500; // for an answer
const SHORT_MS = 1500; // the same while the network is lost: it may be back any moment

// Milliseconds that never run backwards: a phone's clock is set while it looks, and the other clock of a
// browser stands still while the phone sleeps.
let clock = 1e6;
let [wall, steady] = [Date.now(), performance.now()];
function now() {
  const before = [wall, steady];
  [wall, steady] = [Date.now(), performance.now()];
  clock += Math.max(wall - before[0], steady - before[1]);
  return clock;
}

const id = `${Math.random()}`.slice(2);
const channel = "BroadcastChannel" in window ? new BroadcastChannel("rabbit-table") : null;
let onState;
let onStatus;
let source = null;
let open = false; // the stream has brought something since it was asked for
let leads = false;
let heardAt = 0; // when something last came from the server, through whatever way
let states = 0;
let tries = 0;
let connectedAt = 0;
let leaderAt = 0;
let newest = null;
let timer = 0;
let asking = false;

export function follow(showState, showStatus) {
  document.documentElement.dataset.scripts = "run"; // plain.js may rest
  onState = showState;
  onStatus = showStatus;
  onStatus("connecting");
  if (channel) channel.onmessage = ({ data }) => hear(data);
  refresh();
  // Without a channel the tabs cannot share, so each asks now and then and none holds a stream.
  if (channel) askForLeader();
  else setInterval(() => { if (!document.hidden) refresh(); }, POLL_MS);
  setInterval(watch, 1000);
  for (const event of ["pageshow", "online"]) addEventListener(event, wake);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  addEventListener("pagehide", () => { if (leads) { tell("bye"); resign(); } });
}

const heardLeader = () => now() - leaderAt < SILENT_MS;
const tell = (kind, more = {}) => channel?.postMessage({ kind, from: id, ...more });

function take(json) {
  heardAt = now();
  onStatus("live");
  if (json === newest) return;
  newest = json;
  states += 1;
  onState(JSON.parse(json));
}

// --- the tabs of one browser ---

// A hidden tab may be frozen while it leads; then this one leads at once.
function askForLeader() {
  const asked = now();
  tell("hello");
  setTimeout(() => { if (!leads && leaderAt < asked) lead(); }, ANSWER_MS);
}

function hear({ kind, from, json }) {
  if (kind === "hello" && leads) tell(newest ? "state" : "beat", { json: newest });
  if (kind === "bye") { leaderAt = 0; setTimeout(askForLeader, 300 * Math.random()); }
  if (kind === "hello" || kind === "bye") return;
  if (leads && from < id) resign();
  if (leads) { tell(source ? "beat" : "lost"); return; }
  leaderAt = now();
  if (kind === "lost") { onStatus("reconnecting"); return; }
  heardAt = leaderAt;
  if (kind === "state") take(json);
  else if (newest) onStatus("live");
}

function lead() {
  leads = true;
  connect();
}

function resign() {
  leads = false;
  open = false;
  clearTimeout(timer);
  source?.close();
  source = null;
}

// --- the one stream ---

function connect() {
  clearTimeout(timer);
  source?.close();
  if (!leads) return;
  connectedAt = now();
  source = new EventSource("/events");
  source.addEventListener("state", ({ data }) => {
    tries = 0;
    open = true;
    tell("state", { json: data });
    take(data);
  });
  source.addEventListener("beat", () => {
    heardAt = now();
    tell("beat");
    onStatus("live");
  });
  // The browser gives up for good after a refusal, so the page always tries again itself.
  source.onerror = () => again();
}

function again() {
  source?.close();
  source = null;
  open = false;
  const wait = BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)];
  tries += 1;
  clearTimeout(timer);
  timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  if (tries > 2) refresh(); // refused a stream, yet perhaps not an answer
}

// --- never old ---

async function refresh(patience = PATIENCE_MS) {
  const before = states;
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), patience);
  try {
    const answer = await fetch("/api/state", { cache: "no-store", signal: limit.signal });
    const json = answer.ok ? await answer.text() : null;
    // What the stream brought meanwhile is newer than this answer.
    if (json && states === before) take(json);
    if (json && leads) tell("state", { json: newest });
  } catch {
    // `watch` says so when it lasts
  } finally {
    clearTimeout(late);
  }
}

function wake() {
  const quiet = now() - heardAt;
  refresh();
  if (channel && !leads) askForLeader();
  if (leads && quiet > 6000) connect(); // a stream may be dead without an error
}

// A network that was lost comes back without a word, and a stream that hangs does not notice.
async function seek() {
  if (asking) return;
  asking = true;
  const heard = heardAt;
  await refresh(SHORT_MS);
  asking = false;
  if (heardAt > heard && leads && now() - connectedAt > SHORT_MS) connect();
}

function watch() {
  const cut = leads && !open;
  if (heardAt && now() - heardAt > (cut ? CUT_MS : STALE_MS)) {
    onStatus("reconnecting");
    if (leads) { tell("lost"); seek(); }
  }
  if (!channel) return;
  if (source && now() - Math.max(heardAt, connectedAt) > STALE_MS) again();
  // By chance, so that not all tabs take the lead at once.
  if (!leads && !heardLeader() && Math.random() < 0.3) lead();
}
