"use strict";
/* A phone at the table: shows the snapshots that the table sends, and says what is pressed. It knows no rules. */
(() => {
const TEXT = {
  "en": {
    "again": "Sit down again",
    "ask": "Ask again for a seat",
    "axis": "Axis",
    "board": "Board",
    "change": "Tap your name to change it",
    "chosen": "chosen",
    "clock": "seconds left",
    "close": "Close",
    "closed": "The table has closed",
    "closed_why": "Scan the code on the screen again.",
    "code": "Code",
    "dial": "Dial",
    "done": "Done",
    "down": "Down",
    "elsewhere": "Your seat is on another page",
    "elsewhere_why": "It can be used by one page at a time.",
    "everyone": "Everyone sees {number}",
    "free": "A seat is free",
    "free_why": "Somebody has stood up. It can be yours.",
    "full": "The table is full",
    "full_none": "Eight are watching already",
    "full_why": "All seats are taken. You can watch, and sit down when one is free.",
    "gone": "You have left the table",
    "gone_why": "Your seat is free again.",
    "here": "Use it here",
    "hint": "Hint",
    "keep_on": "Keep this screen on while you play.",
    "kept": "{name}, your seat is kept. In your turn the clock waits.",
    "leave": "Leave the seat",
    "left": "Left",
    "less": "One less",
    "looking": "Looking for the table…",
    "menu": "Menu",
    "more": "One more",
    "name": "Your name",
    "next": "Next try in {number} s. Same Wi-Fi as the screen?",
    "now": "Try now",
    "number": "Your number",
    "on_screen": "On the screen",
    "pad": "Pad",
    "pause": "Pause",
    "places": "{number} places left beside the table",
    "private": "Only you see this number",
    "record": "My game",
    "right": "Right",
    "robots": "Robots",
    "rules": "Rules",
    "sits": "You sit at the table",
    "slow": "Too many wrong codes",
    "slow_why": "Please wait ten seconds, then try again.",
    "sure": "Press again",
    "try": "Sit down",
    "up": "Up",
    "vibration": "Vibration",
    "vibration_off": "Vibration is off",
    "watch": "Watch",
    "watches": "You are watching",
    "watching": "{number} watching",
    "wrong": "This code is over",
    "wrong_why": "Scan the code on the screen, or type it here."
  },
  "ja": {
    "again": "もう一度座る",
    "ask": "空席を聞く",
    "axis": "向き",
    "board": "盤",
    "change": "名前をタップすると変更できます",
    "chosen": "選択中",
    "clock": "残り秒数",
    "close": "閉じる",
    "closed": "テーブルは閉じました",
    "closed_why": "画面のコードをもう一度読み取ってください。",
    "code": "コード",
    "dial": "ダイヤル",
    "done": "決定",
    "down": "下",
    "elsewhere": "別のページで使用中です",
    "elsewhere_why": "席を使えるのは一つのページだけです。",
    "everyone": "{number}手を全員に宣言しました",
    "free": "席が空きました",
    "free_why": "だれかが席を立ちました。座れます。",
    "full": "満席です",
    "full_none": "観戦も八人までです",
    "full_why": "席はすべて埋まっています。観戦して、空いたら座れます。",
    "gone": "席を立ちました",
    "gone_why": "席はまた空いています。",
    "here": "このページで使う",
    "hint": "ヒント",
    "keep_on": "遊ぶ間は画面をつけたままにしてください。",
    "kept": "{name}さんの席はそのままです。手番なら時計は止まります。",
    "leave": "席を立つ",
    "left": "左",
    "less": "一つ減らす",
    "looking": "テーブルを探しています…",
    "menu": "メニュー",
    "more": "一つ増やす",
    "name": "名前",
    "next": "{number}秒後に再接続。画面と同じWi-Fiですか？",
    "now": "今すぐ接続",
    "number": "あなたの数字",
    "on_screen": "画面には",
    "pad": "パッド",
    "pause": "ポーズ",
    "places": "観戦できるのはあと{number}人です",
    "private": "この数字はあなただけに見えます",
    "record": "棋譜を保存",
    "right": "右",
    "robots": "ロボット",
    "rules": "ルール",
    "sits": "着席しました",
    "slow": "コードの間違いが続きました",
    "slow_why": "十秒待ってから、もう一度お試しください。",
    "sure": "もう一度押す",
    "try": "座る",
    "up": "上",
    "vibration": "振動",
    "vibration_off": "振動は切ってあります",
    "watch": "観戦する",
    "watches": "観戦中です",
    "watching": "{number}人が観戦中",
    "wrong": "このコードは終わりました",
    "wrong_why": "画面のコードを読み取るか、ここに入力してください。"
  }
};
const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon"];
const WAYS = ["up", "right", "down", "left"];
const DELAYS = [0, 500, 1000, 2000, 4000];
const QUIET = 12000; // ms without a word after which the socket is taken for dead
const HIDDEN = 700; // ms for which a lost socket is not worth a page
const REACH = 30; // px from a finger to a lit cell
const LIFT = 56; // px by which a dragged ghost is above the finger
const STEP = 15; // degrees of the dial

const my = {
  socket: null, heard: 0, lost: performance.now(), tries: 0, due: 0, notice: null, asking: false, watching: false, want: null,
  snap: null, at: 0, seats: 0, number: 0, waiting: new Map(), pad: false, dial: 0, touched: false, key: "", opened: 0,
  menu: false, editing: false, sure: "", echo: null, joinedAt: -1e9, declaredAt: -1e9, ticked: 0, parts: [], code: codeOfPage(),
};
const saved = {
  get secret() { return load("secret"); }, set secret(value) { keep("secret", value); },
  get still() { return load("still") === "1"; }, set still(value) { keep("still", value ? "1" : ""); },
};
function load(key) { try { return localStorage.getItem("kissaten." + key) || ""; } catch { return my["kept_" + key] || ""; } }
function keep(key, value) { my["kept_" + key] = value; try { localStorage.setItem("kissaten." + key, value); } catch { /* private */ } }
function codeOfPage() { const found = /^\/j\/([^/]{1,16})$/i.exec(location.pathname); return found ? found[1].toUpperCase() : ""; }
function language() { return my.snap ? my.snap.language : (navigator.language || "en").startsWith("ja") ? "ja" : "en"; }
function t(key, values = {}) { return TEXT[language()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]); }

/* Drawing: a page is described as a tree, and what differs from the last one is changed. */

const SVG = "http://www.w3.org/2000/svg";
function h(tag, attributes, ...kids) { return { tag, attributes: attributes || {}, kids: kids.flat(9).filter((kid) => kid || kid === 0) }; }

function made(node, parent) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const inside = node.tag === "svg" || (parent && parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const element = inside ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  dress(element, {}, node.attributes);
  node.kids.forEach((kid) => element.append(made(kid, element)));
  return element;
}

function dress(element, before, after) {
  for (const name in before) if (!(name in after)) set(element, name, null);
  for (const name in after) if (before[name] !== after[name]) set(element, name, after[name]);
}

function set(element, name, value) {
  if (name === "vars") for (const key in value || {}) element.style.setProperty("--" + key, value[key]);
  else if (name === "value" && value !== null) { if (element !== document.activeElement) element.value = value; }
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

function patch(element, before, after) {
  dress(element, before.attributes, after.attributes);
  const old = before.kids, kids = after.kids;
  for (let i = 0; i < kids.length; i++) {
    const was = old[i], is = kids[i];
    if (was === undefined) element.append(made(is, element));
    else if (typeof was !== "object" || typeof is !== "object") {
      if (was !== is) element.childNodes[i].replaceWith(made(is, element));
    } else if (was.tag !== is.tag || was.attributes.key !== is.attributes.key) element.childNodes[i].replaceWith(made(is, element));
    else patch(element.childNodes[i], was, is);
  }
  while (element.childNodes.length > kids.length) element.lastChild.remove();
}

let drawn = h("div");
function render() {
  const page = view(), root = document.getElementById("app");
  document.documentElement.lang = language();
  patch(root, drawn, page);
  drawn = page;
  const field = root.querySelector("input[data-fresh]");
  if (field && my.editing === "fresh") { my.editing = true; field.focus(); field.select(); }
}

/* Small parts */

const glyph = (name, cls = "") => h("svg", { class: "glyph " + cls, "aria-hidden": "true", viewBox: "0 0 24 24" }, h("use", { href: "#g-" + name }));
const shape = (name, cls = "") => h("svg", { class: `shape c-${name} ${cls}`, "aria-hidden": "true", viewBox: "-1.1 -1.1 2.2 2.2" }, h("use", { href: "#s-" + name }));
const token = (name) => h("span", { class: "token" }, shape(name));
const sign = (name, size) => h("use", { href: "#s-" + name, class: "fill c-" + name, transform: `scale(${size})` });
const robot = (id, letter) => h("svg", { class: "robot", viewBox: "0 0 64 80", "aria-hidden": "true" },
  h("use", { href: "#r-" + id }), h("text", { x: 32, y: id === "yellow" ? 67 : 65, class: "letter " + (id === "silver" || id === "yellow" ? "dark" : "") }, letter));
const chip = (it) => it && h("svg", { class: "chip k-" + (it.robot || "any"), viewBox: "0 0 100 100", "aria-hidden": "true" },
  h("circle", { cx: 50, cy: 50, r: 49, fill: "url(#brass)" }), h("circle", { cx: 50, cy: 50, r: 40, class: "disc" }), h("circle", { cx: 50, cy: 50, r: 40, fill: "url(#ball)", opacity: 0.45 }),
  h("use", { href: "#m-" + it.mark, class: "mark", transform: "translate(23 22) scale(.54)" }));

function button(it, cls = "", label = it.label) {
  const sure = my.sure === it.id;
  const number = { number: my.dial };
  const fill = (text) => text.replace("{number}", number.number);
  return h("button", {
    key: it.id, type: "button", class: `button ${it.role || "plain"} ${cls}`, "data-press": it.id, disabled: it.enabled === false || watches(),
    "aria-label": fill(it.spoken || label), "aria-pressed": it.chosen ? "true" : null, "data-asks": it.role === "danger" ? it.asks || t("sure") : null,
  }, it.glyph ? glyph(it.glyph) : null, h("span", {}, sure ? it.asks || t("sure") : fill(label)));
}
const local = (act, label, cls = "plain", sign = null, more = {}) => h("button", { key: act, type: "button", class: "button " + cls, "data-do": act, ...more }, sign ? glyph(sign) : null, h("span", {}, label));

const buttons = (role) => (my.snap.buttons || []).filter((it) => (it.role || "plain") === role);
const primary = () => buttons("primary")[0];
const watches = () => !my.snap || !my.snap.me;
const hand = () => (my.pad && my.snap.hand !== "result" ? "pad" : my.snap.hand);
const clockLeft = () => { const it = my.snap.clock; return Math.max(0, it.left - (it.running === false ? 0 : (performance.now() - my.at) / 1000)); };

function plate(more = null, cls = "") {
  const s = my.snap;
  return h("section", { key: "plate", class: `plate ${s.mine ? "mine" : ""} ${cls} ${my.shake ? "shake" : ""}` },
    h("div", { class: "words" }, s.sentence ? h("h1", { class: s.sentence.length > 22 ? "long" : "" }, s.sentence) : null, s.helper ? h("p", {}, s.helper) : null, more),
    s.focus ? h("b", { class: "focus" }, s.focus) : s.clock && s.hand !== "dial" ? clock() : null);
}

function clock() {
  const it = my.snap.clock, left = clockLeft(), part = it.whole ? left / it.whole : 0, last = left <= 10;
  const arc = (i) => { const a = (i * 30 - 90 + 3) * Math.PI / 180, b = (i * 30 - 90 + 27) * Math.PI / 180;
    const at = (r, w) => `${(50 + r * Math.cos(w)).toFixed(1)} ${(50 + r * Math.sin(w)).toFixed(1)}`;
    return `M${at(45, a)}A45 45 0 0 1 ${at(45, b)}L${at(36, b)}A36 36 0 0 0 ${at(36, a)}Z`; };
  return h("svg", { key: "clock", class: "clock " + (last ? "last" : ""), viewBox: "0 0 100 100", role: "img", "aria-label": `${Math.ceil(left)} ${t("clock")}` },
    h("circle", { cx: 50, cy: 50, r: 49, fill: "url(#brass)" }), h("circle", { cx: 50, cy: 50, r: 47, fill: "#1B130C" }),
    [...Array(12).keys()].map((i) => h("path", { d: arc(11 - i), class: part * 12 > i ? "on" : "off" })),
    h("circle", { cx: 50, cy: 50, r: 34, fill: "url(#brass)" }), h("circle", { cx: 50, cy: 50, r: 32, fill: "url(#enamel)" }),
    h("text", { x: 50, y: 62.5 }, Math.ceil(left)));
}

const fold = () => h("button", { type: "button", class: "fold", "data-do": "menu", "aria-label": t("menu") }, glyph("menu"));
function header() {
  const s = my.snap;
  return h("header", { key: "band", class: `band ${s.me ? "c-" + s.me.shape : "c-none"} ${s.mine ? "" : "dim"}` },
    h("button", { type: "button", class: "who", "data-do": "menu", "aria-label": `${s.me ? s.me.name : t("watches")}, ${t("menu")}` },
      s.me ? token(s.me.shape) : h("span", { class: "token" }, glyph("eye")),
      h("span", { class: "name" }, h("b", {}, s.me ? s.me.name : t("watches")), h("span", {}, s.title || ""))),
    fold(),
    h("i", { class: "strip p-" + (s.me ? s.me.shape : "none") }));
}

function shelfItems() {
  const has = (id) => (my.snap.buttons || []).find((it) => it.role === "shelf" && it.id === id);
  const other = my.snap.hand !== "pad" && my.snap.hand !== "result" && !watches();
  const names = { board: ["board", "board"], dial: ["board", "dial"], steer: ["board", "robots"], joined: ["board", "board"] };
  const [sign, label] = my.pad && other ? names[my.snap.hand] : ["pad", "pad"];
  const item = (id) => { const it = has(id); return { press: id, sign: id, label: t(id), off: !it || it.enabled === false || watches() }; };
  return [{ act: "pad", sign, label: t(label), off: !other }, item("hint"), item("rules"), item("pause")];
}
const shelfButton = (it) => h("button", { key: it.sign, type: "button", class: "item", disabled: it.off, "data-press": it.press || null, "data-do": it.act || null, "aria-label": it.label }, glyph(it.sign), h("span", {}, it.label));
const shelf = () => h("nav", { key: "shelf", class: "shelf" }, shelfItems().map(shelfButton));

function sheet() {
  if (!my.menu) return null;
  const off = saved.still, can = "vibrate" in navigator;
  return h("div", { key: "sheet", class: "cover", "data-do": "close" }, h("div", { class: "sheet", role: "dialog", "aria-label": t("menu") },
    h("div", { class: "folded" }, shelfItems().map(shelfButton)),
    my.snap.me && my.snap.renaming ? local("name", t("name"), "item", "pen") : null,
    can ? local("still", t(off ? "vibration_off" : "vibration"), "item" + (off ? " off" : ""), "buzz", { "aria-pressed": String(!off) }) : null,
    local("leave", my.sure === "leave" ? t("sure") : t("leave"), "item warn", "door"),
    local("close", t("close"), "item", "back")));
}

/* Hands */

function acts(more = []) {
  const main = primary(), rest = [...more, ...buttons("plain"), ...buttons("danger")].filter((it) => !(hand() === "dial" && it.id === "declare"));
  const rows = [], beside = main && rest.length ? rest.slice(0, 1) : [];
  const above = rest.slice(beside.length);
  for (let i = 0; i < above.length; i += 2) rows.push(h("div", { class: "row" }, above.slice(i, i + 2).map((it) => button(it))));
  if (main) rows.push(h("div", { class: "row last" }, beside.map((it) => button(it, "tall")), button(main)));
  return h("div", { key: "acts", class: "acts" }, rows);
}

function pair() {
  const rest = [...buttons("plain"), ...buttons("danger")], rows = [];
  for (let i = 0; i < rest.length; i += 2) rows.unshift(h("div", { class: "row" }, rest.slice(i, i + 2).map((it) => button(it))));
  return h("div", { key: "acts", class: "acts" }, rows);
}

function ring(middle) {
  const ways = Object.fromEntries(buttons("way").map((it) => [it.id, it]));
  return h("div", { key: "ring", class: "ring" }, WAYS.map((way) => h("button", {
    key: way, type: "button", class: `way ${way} ${ways[way] && ways[way].enabled !== false ? "" : "weak"}`, "data-way": way, disabled: watches(),
    "aria-label": ways[way] ? ways[way].label : t(way),
  }, h("svg", { viewBox: "0 0 56 40", "aria-hidden": "true" }, h("use", { href: "#g-up" })))), middle);
}

function padHand() {
  const main = primary(), label = main ? main.label.replace("{number}", my.dial) : "";
  const hub = main ? h("button", { key: "hub", type: "button", class: "hub" + (label.length > 6 ? " long" : ""), "data-press": main.id, "data-hub": "1", disabled: main.enabled === false || watches(), "aria-label": main.spoken || label }, label) : h("span", { key: "none", class: "hub empty" });
  return [plate(), h("div", { key: "free", class: "free" }, ring(hub)), pair()];
}

function steerHand() {
  const s = my.snap, it = s.steer, chosen = it.robots.find((one) => one.chosen);
  const pips = h("div", { class: "pips", role: "img", "aria-label": `${it.used || 0}/${it.allowed}` }, [...Array(Math.min(it.allowed, 14)).keys()].map((i) => h("i", { class: i < it.used ? "used" : "" })));
  return [plate(pips, "steering"),
    h("div", { key: "robots", class: "robots", role: "group" }, it.robots.map((one) => h("button", { key: one.id, type: "button", class: "pick" + (one.chosen ? " chosen" : ""), "data-press": one.id, disabled: one.enabled === false || watches(), "aria-pressed": String(!!one.chosen), "aria-label": one.name }, robot(one.id, one.letter), h("span", {}, one.name)))),
    h("div", { key: "free", class: "free" }, ring(h("span", { class: "hub show" }, chosen ? robot(chosen.id, chosen.letter) : null))), pair()];
}

function dialHand() {
  const s = my.snap, it = s.dial, main = primary(), shown = performance.now() - my.declaredAt < 600 && it.mine;
  const top = Math.min(it.most, Math.max(20, it.best || 0)), count = top - it.least + 1, number = shown ? it.mine : my.dial;
  const turn = (value) => -135 + 270 * (value - it.least) / Math.max(1, count - 1);
  const tick = (i) => h("path", { d: "M150 20V34", class: it.least + i <= number ? "on" : "", transform: `rotate(${turn(it.least + i)} 150 150)` });
  const best = it.best ? turn(Math.min(it.best, top)) * Math.PI / 180 : 0;
  const below = !it.below || number < it.below, can = main && main.enabled !== false && below && !shown;
  return [h("section", { key: "info", class: "info" }, chip(it.chip), h("div", { class: "words" }, h("h1", {}, s.sentence || ""),
      it.best ? h("p", {}, it.caption || "", h("b", {}, it.best), it.by ? shape(it.by.shape) : null, it.by ? it.by.name : "") : h("p", {}, s.helper || "")), s.clock ? clock() : null),
    h("div", { key: "free", class: "free dialing" },
      h("button", { type: "button", class: "round minus", "data-turn": -1, "aria-label": t("less"), disabled: watches() }, glyph("minus")),
      h("div", { class: "dial" + (shown ? " shown" : ""), role: "spinbutton", tabindex: 0, "data-dial": "1", "aria-label": t("number"), "aria-valuenow": number, "aria-valuemin": it.least, "aria-valuemax": it.most },
        h("svg", { viewBox: "0 0 300 300", "aria-hidden": "true" },
          h("circle", { cx: 150, cy: 150, r: 149, fill: "url(#brass)" }), h("circle", { cx: 150, cy: 150, r: 144.5, fill: "url(#lacquer)" }),
          h("g", { class: "ticks" }, [...Array(count).keys()].map(tick)),
          h("circle", { cx: 150, cy: 150, r: 117.5, fill: "url(#brass)" }), h("circle", { class: "face", cx: 150, cy: 150, r: 112, fill: "url(#enamel)" }), h("circle", { cx: 150, cy: 150, r: 109, class: "line" }),
          h("text", { x: 150, y: number > 9 ? 197 : 206, class: number > 9 ? "two" : "" }, number),
          it.by && it.best ? h("g", { transform: `translate(${(150 + 158 * Math.sin(best)).toFixed(1)} ${(150 - 158 * Math.cos(best)).toFixed(1)})` }, h("circle", { r: 19, fill: "url(#brass)" }), h("circle", { r: 16, fill: "#17161A" }), sign(it.by.shape, 9)) : null)),
      h("button", { type: "button", class: "round plus", "data-turn": 1, "aria-label": t("more"), disabled: watches() }, glyph("plus"))),
    h("div", { key: "say", class: "say" },
      h("p", { class: "private" }, shown || (it.mine && it.mine === my.dial) ? [glyph("eye"), t("everyone", { number: it.mine })] : !below && it.why ? it.why : [glyph("hidden"), t("private")]),
      main ? button({ ...main, enabled: can }) : null, pair())];
}

function joinedHand() {
  const s = my.snap, me = s.me, sockets = s.sockets || [], main = primary();
  const field = s.names && s.names.length
    ? h("div", { class: "names" }, s.names.map((name) => h("button", { type: "button", class: "button plain", "data-name": name }, name)))
    : h("input", { class: "naming", "data-fresh": "1", maxlength: 12, value: me.name, "aria-label": t("name"), autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done" });
  const rest = my.editing ? [] : [...buttons("plain"), ...buttons("danger")];
  return h("main", { key: "joined", class: `joined c-${me.shape} ${my.editing ? "editing" : ""} ${performance.now() - my.joinedAt < 400 ? "arriving" : ""}` },
    h("i", { class: "pattern p-" + me.shape }), fold(), h("div", { class: "face" },
      h("div", { class: "medal" }, shape(me.shape)),
      my.editing ? field : h("button", { type: "button", class: "myname" + (s.renaming ? "" : " fixed"), "data-do": s.renaming ? "name" : null }, h("b", {}, me.name), s.renaming ? glyph("pen") : null),
      h("h2", {}, t("sits")), h("p", {}, s.renaming ? t("change") : ""), !navigator.wakeLock ? h("p", {}, t("keep_on")) : null),
    h("div", { class: "below" },
      h("section", { class: "card" }, h("h3", {}, t("on_screen")), h("h1", {}, s.sentence || ""), s.helper ? h("p", {}, s.helper) : null,
        sockets.length ? h("div", { class: "sockets", "aria-hidden": "true" }, sockets.map((one) => h("span", { class: `token ${one.shape ? "" : "free"} ${one.shape === me.shape ? "own" : ""} ${one.asleep ? "asleep" : ""}` }, one.shape ? shape(one.shape) : null))) : null),
      h("div", { key: "acts", class: "acts" }, h("div", { class: "row last" }, rest.slice(0, 1).map((it) => button(it, "tall")),
        my.editing ? local("named", t("done"), "primary") : main ? button(main) : null), rest.length > 1 ? h("div", { class: "row" }, rest.slice(1, 3).map((it) => button(it))) : null)));
}

function resultHand() {
  const s = my.snap;
  return [plate(), h("ol", { key: "scores", class: "scores" }, (s.scores || []).map((one) => h("li", { class: one.won ? "won" : "" }, token(one.shape), h("b", {}, one.name), h("span", {}, one.text || "")))),
    h("div", { key: "free", class: "free" }), s.record && s.me ? h("div", { key: "mine", class: "row" }, local("record", t("record"), "plain", "save")) : null, acts()];
}

function boardHand() {
  const s = my.snap, figures = s.figures || [], axes = s.axes || [];
  return [plate(), board(s.board),
    h("div", { key: "beside", class: "beside" },
      figures.length ? h("div", { key: "figures", class: "figures n" + figures.length }, figures.map((one) => h("div", { class: "figure" }, shape(one.shape), h("span", { class: one.then >= 0 ? "now" : "" }, one.now), one.then >= 0 ? [glyph("arrow"), h("b", { class: one.then > one.now ? "grew" : "" }, one.then)] : null))) : null,
      axes.length ? [h("div", { key: "head", class: "axeshead" }, h("b", {}, s.axes_title || t("axis")), h("span", {}, s.axes_note || "")),
        h("div", { key: "axes", class: "axes", role: "group" }, axes.map((one) => h("button", { key: one.id, type: "button", class: "pick axis" + (one.chosen ? " chosen" : ""), "data-press": one.id, disabled: one.enabled === false || watches(), "aria-pressed": String(!!one.chosen), "aria-label": one.spoken || `${one.angle}°, ${one.count}` },
          h("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, h("g", { transform: `rotate(${one.angle || 0})` }, h("rect", { x: -25, y: -4.5, width: 50, height: 9, rx: 4.5, class: "stick" }))), h("b", {}, one.count), one.warning ? glyph("warn") : null)))] : null,
      h("div", { key: "gap", class: "free" }), acts())];
}

/* The small board: hundred units wide */

function board(it) {
  const height = 100 * (it.height || 1), cell = 100 * it.cell, at = (v) => +(100 * v).toFixed(2);
  const cells = it.cells || [], xs = cells.map((one) => 100 * one.x), ys = cells.map((one) => 100 * one.y);
  const pitch = cells.length > 1 ? Math.min(...xs.slice(1).map((x, i) => Math.abs(x - xs[i])).filter((d) => d > cell * 0.9), 2 * cell) : cell;
  const edge = cell / 2 + Math.max(1.2, (pitch - cell) * 0.7);
  const box = [Math.min(...xs) - edge, Math.min(...ys) - edge, Math.max(...xs) + edge, Math.max(...ys) + edge];
  const own = my.snap.me ? my.snap.me.shape : "none";
  const trails = (warning) => (it.trails || []).filter((one) => !one.warning === !warning).map((one) => h("path", { class: "trail" + (warning ? " warn" : ""), d: `M${at(one.x)} ${at(one.y)}L${at(one.to_x)} ${at(one.to_y)}` }));
  return h("svg", { key: "board", class: `board ${it.look} c-${own}`, viewBox: `0 0 100 ${height}`, "data-board": "1", role: "img", "aria-label": my.snap.sentence || "", vars: { ratio: (1 / (it.height || 1)).toFixed(4) } },
    ground(it, box, height), (it.edges || []).map((one) => goal(one, box)), cells.map((one) => cellArt(it, one, at(one.x), at(one.y), cell)),
    trails(false),
    it.look === "saucers" ? cells.filter((one) => one.mark === "offered").map((one) => h("circle", { cx: at(one.x), cy: at(one.y), r: cell * 0.17, class: "bead" })) : null,
    (it.pieces || []).map((one) => piece(one, at(one.x), at(one.y), cell)), (it.bars || []).map((one) => bar(one, at(one.x), at(one.y), 100 * one.length, cell)), trails(true),
    cells.filter((one) => one.mark === "barred").map((one) => h("use", { href: "#g-warn", transform: `translate(${at(one.x) - cell * 0.4} ${at(one.y) - cell * 0.45}) scale(${cell / 30})` })),
    my.echo ? h("circle", { class: "echo", cx: at(my.echo.x), cy: at(my.echo.y), r: cell * 0.62 }) : null);
}

function ground(it, box, height) {
  if (it.outline && it.outline.length) {
    const middle = it.outline.reduce((sum, p) => [sum[0] + p.x / it.outline.length, sum[1] + p.y / it.outline.length], [0, 0]);
    const points = (k) => it.outline.map((p) => `${(100 * (middle[0] + (p.x - middle[0]) * k)).toFixed(2)},${(100 * (middle[1] + (p.y - middle[1]) * k)).toFixed(2)}`).join(" ");
    return [h("polygon", { points: points(1), fill: "url(#frame)", stroke: "#1E110A", "stroke-width": 0.4 }), h("polygon", { points: points(0.935), fill: "#2A1810", stroke: "#C79A4C", "stroke-width": 0.5 })];
  }
  const [x, y, right, bottom] = box;
  return [h("rect", { width: 100, height, fill: it.look === "walnut" ? "url(#frame)" : "url(#lacquer)" }), h("rect", { x, y, width: right - x, height: bottom - y, rx: 1.4, class: "field" })];
}

function goal(one, [x, y, right, bottom]) {
  const flat = one.side === "top" || one.side === "bottom", thick = one.lit ? 2.4 : 1.8;
  const middle = { top: y / 2, bottom: bottom + y / 2, left: x / 2, right: right + x / 2 }[one.side];
  const rect = (w, cls, more) => h("rect", flat ? { x: x + 0.4, y: middle - w / 2, width: right - x - 0.8, height: w, rx: w / 2, class: cls, ...more } : { y: y + 0.4, x: middle - w / 2, height: bottom - y - 0.8, width: w, rx: w / 2, class: cls, ...more });
  return h("g", { class: `goal c-${one.owner} ${one.lit ? "lit" : ""}` }, one.lit ? rect(thick + 1.2, "halo", { filter: "url(#glow)" }) : null, rect(thick, "edge"), one.lit ? rect(thick * 0.36, "core") : null);
}

function cellArt(it, one, x, y, size) {
  const mark = one.mark || "", half = size / 2, round = it.look === "saucers";
  const body = (grow, attributes) => round ? h("circle", { cx: x, cy: y, r: half + grow, ...attributes }) : h("rect", { x: x - half - grow, y: y - half - grow, width: size + 2 * grow, height: size + 2 * grow, rx: size * 0.12 + grow, ...attributes });
  const parts = [];
  if (round) {
    const cream = mark === "lit" || mark === "line" || mark === "chosen";
    if (mark === "lit" || mark === "line") parts.push(body(1, { class: "glowing", filter: "url(#glow)" }));
    parts.push(h("circle", { cx: x + 0.4, cy: y + 0.6, r: half, fill: "#000", opacity: 0.4 }), body(0, { fill: cream ? "url(#cream)" : "url(#saucer)" }), h("circle", { cx: x, cy: y, r: half * 0.7, class: cream ? "well cream" : "well" }));
    if (mark === "lit") parts.push(body(0, { class: "edged" }));
    if (mark === "chosen") parts.push(body(0.9, { class: "ringed" }));
    if (mark === "barred") parts.push(body(0.3, { class: "barred" }));
  } else {
    if (mark === "lit") parts.push(body(0.7, { class: "halo", filter: "url(#lit)" }));
    parts.push(body(0, { class: mark === "lit" ? "cell lit" : "cell" }));
    if (mark !== "lit") parts.push(h("path", { d: `M${x - half + 0.5} ${y + half - 0.5}V${y - half + 0.4}H${x + half - 0.5}`, class: "bevel" }));
  }
  if (mark === "last" || (mark === "chosen" && !round)) parts.push(body(0.2, { class: "outlined " + mark }));
  if (mark === "from") parts.push(body(-0.2, { class: "from" }));
  return h("g", {}, parts);
}

function piece(one, x, y, size) {
  const cls = `piece c-${one.owner || "none"}` + (one.ghost ? " ghost" : "");
  if (one.look === "pawn") {
    const path = "M-2.1 3.9Q-1.6 1.4 -.8 -.9H.8Q1.6 1.4 2.1 3.9Q0 4.7 -2.1 3.9Z";
    return h("g", { class: cls, transform: `translate(${x} ${y - size * 0.16}) scale(${size / 7})` }, h("ellipse", { cx: 0.8, cy: 4.1, rx: 3.2, ry: 1, fill: "#000", opacity: 0.45 }),
      h("path", { d: path, class: "fill line" }), h("path", { d: path, fill: "url(#side)" }), h("path", { d: "M-1.1 -.9H1.1", stroke: "url(#brass)", "stroke-width": 0.7, "stroke-linecap": "round" }), h("path", { d: "M-1.1 -.9H1.1", stroke: "#E9C87F", "stroke-width": 0.5, "stroke-linecap": "round" }),
      h("circle", { cy: -2.9, r: 1.95, class: "fill line" }), h("circle", { cy: -2.9, r: 1.95, fill: "url(#ball)" }), one.owner ? h("use", { href: "#s-" + one.owner, class: "ink", transform: "translate(0 -2.9) scale(.8)" }) : null);
  }
  if (one.look === "stone") return h("g", { class: cls, transform: `translate(${x} ${y}) scale(${size / 2.7})` }, h("circle", { cx: 0.1, cy: 0.16, r: 1, fill: "#000", opacity: 0.5 }), h("circle", { r: 1, class: "fill line" }), h("circle", { r: 1, fill: "url(#ball)" }),
    one.owner ? h("use", { href: "#s-" + one.owner, class: "ink", transform: "scale(.5)" }) : null);
  return h("g", { class: cls, transform: `translate(${x} ${y}) rotate(-24) scale(${size * 0.385})` }, h("ellipse", { cx: 0.1, cy: 0.13, rx: 1, ry: 0.76, fill: "#000", opacity: 0.45 }), h("ellipse", { rx: 1, ry: 0.74, fill: `url(#${one.look})` }),
    h("path", { d: "M-.95 .1C-.5 -.35 -.2 .3 .15 .05 .45 -.2 .6 -.3 .95 -.1", class: "seam " + one.look }));
}

function bar(one, x, y, length, cell) {
  const stick = one.look === "stick", thick = stick ? Math.max(1.5, cell * 0.17) : Math.max(1.7, cell * 0.24), mark = one.mark || "";
  const rect = (grow, attributes) => h("rect", { x: -length / 2 - grow, y: -thick / 2 - grow, width: length + 2 * grow, height: thick + 2 * grow, rx: (stick ? thick / 2 : 0.5) + grow, ...attributes });
  const parts = mark === "ghost" ? [rect(0.7, { class: "ghostglow", filter: "url(#glow)" }), rect(0, { class: "ghost" })] : mark === "bad" ? [rect(0.5, { class: "bad" })]
    : [rect(0, { transform: `rotate(${-(one.angle || 0)}) translate(.3 .5) rotate(${one.angle || 0})`, fill: "#000", opacity: 0.5 }), mark === "last" ? rect(0.75, { class: `lastbar c-${one.owner || "none"}` }) : null, rect(0, { fill: "url(#ivory)", class: stick ? "stick" : "wall" }),
      stick ? null : [-1, 1].map((side) => h("circle", { cx: side * (length / 2 - 1.1), cy: 0, r: 0.5, fill: "#A87A34" }))];
  return h("g", { transform: `translate(${x} ${y}) rotate(${one.angle || 0})` }, parts);
}

/* Pages */

function view() {
  const now = performance.now(), notice = my.notice && my.notice.about;
  if (notice && notice !== "closed") return h("div", { class: "page" }, noticePage());
  if (my.lost && now - my.lost > HIDDEN) return h("div", { class: "page" }, lostPage());
  if (!my.snap) return h("div", { class: "page" }, h("main", { key: "blank", class: "door" }));
  const faded = [...my.waiting.values()].some((since) => now - since > 150);
  const cls = `page hand-${hand()} ${faded ? "faded" : ""} ${my.pad ? "aspad" : ""}`;
  if ((hand() === "joined" || my.editing) && my.snap.me) return h("div", { class: cls.replace("hand-" + hand(), "hand-joined") }, joinedHand(), shelf(), sheet());
  const hands = { dial: dialHand, steer: steerHand, board: boardHand, result: resultHand, pad: padHand, joined: padHand };
  const sit = watches() && my.seats > 0 ? h("div", { key: "sit", class: "row" }, local("sit", t("try"), "primary")) : null;
  return h("div", { class: cls }, header(), h("main", { key: hand(), class: "hand" }, hands[hand()](), sit), shelf(), sheet());
}

function tableArt() {
  const at = (i) => [150 + 98 * Math.sin(i * Math.PI / 4), 150 - 98 * Math.cos(i * Math.PI / 4)];
  return h("svg", { class: "tableart", viewBox: "25 25 250 250", "aria-hidden": "true" }, h("circle", { cx: 150, cy: 150, r: 66, fill: "url(#brass)" }), h("circle", { cx: 150, cy: 150, r: 61.5, fill: "url(#frame)" }),
    h("use", { href: "#m-cup", class: "mark", transform: "translate(120 116) scale(.68)" }),
    SHAPES.map((name, i) => h("g", { transform: `translate(${at(i).map((v) => v.toFixed(1)).join(" ")})` }, h("circle", { r: 26, fill: "url(#brass)" }), h("circle", { r: 23, fill: "#1B1918" }), sign(name, 11.5))));
}

function doorPage(title, why, body, acting, cls = "") {
  return h("main", { key: title, class: "door " + cls }, h("div", { class: "face" }, tableArt(), h("h2", {}, title), h("p", {}, why)), h("div", { class: "below" }, body, h("div", { class: "acts" }, acting)));
}

function noticePage() {
  const it = my.notice, row = (one) => h("div", { class: "row last" }, one), quiet = (act, label) => h("div", { class: "row" }, local(act, label, "quiet"));
  const field = h("input", { key: "code", class: "codefield", maxlength: 9, "aria-label": t("code"), placeholder: "K7Q4-2MVD", autocapitalize: "characters", autocomplete: "off", spellcheck: "false", enterkeyhint: "go" });
  if (it.about === "full") {
    const free = it.seats > 0, places = it.places || 0;
    return doorPage(t(free ? "free" : "full"), t(free ? "free_why" : "full_why"), h("section", { class: "card seen" }, glyph("eye"), h("div", {}, h("b", {}, t("watching", { number: it.watching || 0 })), h("p", {}, places ? t("places", { number: places }) : t("full_none")))),
      free ? [row(local("join", t("try"), "primary")), quiet("watch", t("watch"))] : [row(local("watch", t("watch"), "primary", "eye", { disabled: !places })), quiet("join", t("ask"))]);
  }
  if (it.about === "wrong" || it.about === "slow") return doorPage(t(it.about), t(it.about + "_why"), field, row(local("typed", t("try"), "primary")), "coded");
  if (it.about === "elsewhere") return doorPage(t("elsewhere"), t("elsewhere_why"), null, row(local("retry", t("here"), "primary")));
  return doorPage(t("gone"), t("gone_why"), null, row(local("join", t("again"), "primary")));
}

function lostPage() {
  const me = my.snap && my.snap.me, closed = my.notice && my.notice.about === "closed", left = Math.max(0, Math.ceil((my.due - performance.now()) / 1000));
  const words = [h("h2", {}, t(closed ? "closed" : "looking")), h("p", {}, closed ? t("closed_why") : me ? t("kept", { name: me.name }) : "")];
  const wait = closed ? null : h("section", { class: "card seen" }, h("svg", { class: "count", viewBox: "0 0 56 56" }, h("circle", { cx: 28, cy: 28, r: 24, class: "track" }), h("circle", { cx: 28, cy: 28, r: 24, class: "part", pathLength: 4, "stroke-dasharray": `${Math.min(4, left)} 4`, transform: "rotate(-90 28 28)" }), h("text", { x: 28, y: 35 }, left)), h("p", {}, t("next", { number: left })));
  const acting = h("div", { class: "acts" }, h("div", { class: "row last" }, local("retry", t("now"), "primary")), me ? h("div", { class: "row" }, local("leave", my.sure === "leave" ? t("sure") : t("leave"), "quiet")) : null);
  const below = h("div", { class: "below" }, wait, acting, h("p", { class: "keepon" }, t("keep_on")));
  if (!me) return h("main", { key: "lost", class: "door" }, h("div", { class: "face" }, tableArt(), words), below);
  return h("main", { key: "asleep", class: "joined asleep c-" + me.shape }, h("i", { class: "pattern p-" + me.shape }), h("div", { class: "face" }, h("div", { class: "medal" }, shape(me.shape)), words), below);
}

/* The socket */

const send = (message) => { if (my.socket && my.socket.readyState === 1) my.socket.send(JSON.stringify(message)); };
const buzz = (...pattern) => { if (!saved.still && navigator.vibrate) navigator.vibrate(pattern); };

function connect() {
  clearTimeout(my.timer);
  if (my.socket) { my.socket.onclose = null; my.socket.close(); }
  const socket = my.socket = new WebSocket(`ws://${location.host}/socket`);
  my.heard = performance.now();
  socket.onopen = () => send({ kind: "hello", code: my.code, secret: my.asking ? "" : saved.secret, language: language(), watching: my.watching, asking: my.asking });
  socket.onmessage = (event) => { my.heard = performance.now(); hear(JSON.parse(event.data)); };
  socket.onclose = () => { if (socket === my.socket) dropped(); };
}

function dropped() {
  my.socket = null;
  const about = my.notice && my.notice.about;
  my.waiting.clear();
  if (about === "full") { my.asking = true; later(5000); return; }
  if (about && about !== "closed") { render(); return; }
  my.lost = my.lost || performance.now();
  later(about ? 5000 : DELAYS[Math.min(my.tries++, DELAYS.length - 1)]);
}

function later(delay) { my.due = performance.now() + delay; clearTimeout(my.timer); my.timer = setTimeout(connect, delay); render(); }
function retry() { my.notice = null; my.asking = false; my.tries = 0; my.lost = my.lost || performance.now(); connect(); render(); }
function wake() { if (document.visibilityState === "visible") { stayOn(); if (!my.socket || performance.now() - my.heard > QUIET) retryIfLost(); } }
function retryIfLost() { if (!my.notice || my.notice.about === "closed") { my.lost = my.lost || performance.now(); connect(); } }
function stayOn() { if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {}); }

const heard = {
  welcome(it) {
    if (it.secret) saved.secret = it.secret;
    if (my.lost && my.snap) buzz(40);
    Object.assign(my, { lost: 0, tries: 0, notice: null, asking: false, watching: false });
    stayOn();
  },
  shown(it) { show(it.snapshot); },
  ack(it) { my.waiting.delete(it.number); if (it.taken === false) refuse(); },
  beat(it) { my.seats = it.seats || 0; },
  notice(it) {
    if (it.about === "full" && it.seats > 0 && !(my.notice && my.notice.seats > 0)) buzz(40);
    if (it.about === "gone") { saved.secret = ""; my.snap = null; }
    my.notice = it; my.menu = false; my.lost = it.about === "closed" ? 1 : 0;
  },
  file(it) {
    if (!it.part) my.parts = [];
    my.parts.push(it.text);
    if (!it.last) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(my.parts, { type: "application/json" }));
    link.download = it.name; link.click(); my.parts = [];
    setTimeout(() => URL.revokeObjectURL(link.href), 9000);
  },
};
function hear(message) { if (heard[message.kind]) heard[message.kind](message); render(); }

function show(snap) {
  const before = my.snap, dial = snap.dial, me = snap.me && snap.me.shape;
  my.snap = snap; my.at = performance.now(); my.echo = null; my.shake = false;
  if (me && !(before && before.me)) { my.joinedAt = my.at; buzz(40); setTimeout(render, 420); }
  else if (snap.mine && before && !before.mine) buzz(40);
  if (!before || before.hand !== snap.hand || before.decision !== snap.decision) { my.sure = ""; my.touched = false; if (before && before.hand !== snap.hand) my.editing = my.pad = false; }
  if (dial) {
    if (!my.touched) my.dial = dial.opens;
    const was = before && before.dial;
    if (dial.mine && (!was || was.mine !== dial.mine)) { my.declaredAt = my.at; my.touched = true; my.dial = dial.mine; setTimeout(render, 620); }
    if (was && dial.by && dial.by.shape === me && dial.best === dial.mine && was.best !== dial.best) buzz(30, 40, 30);
  }
  const said = [snap.sentence, snap.helper, snap.focus].filter(Boolean).join(". "), told = document.getElementById("told");
  if (told.textContent !== said) told.textContent = said;
}

function refuse() { buzz(20, 60, 20); my.shake = true; setTimeout(() => { my.shake = false; render(); }, 400); }

setInterval(() => {
  const now = performance.now(), oldest = Math.min(...my.waiting.values(), Infinity);
  if (my.socket && (now - oldest > 1000 || now - my.heard > QUIET)) { my.waiting.clear(); my.lost = my.lost || now; connect(); }
  if (my.snap && my.snap.clock && my.snap.clock.running !== false && !my.lost) {
    const left = Math.ceil(clockLeft());
    if (left !== my.ticked && left <= 10 && left > 0 && (my.snap.mine || my.snap.dial)) buzz(15);
    my.ticked = left;
  }
  if (now - my.opened > 3000) my.sure = "";
  render();
}, 200);

/* The hand */

function act(message) {
  message.number = ++my.number; message.decision = my.snap.decision || 0;
  my.waiting.set(my.number, performance.now());
  setTimeout(render, 160);
  send(message);
}
const press = (button, value = 0, repeat = false) => act({ kind: "press", button, value, repeat });
function sure(id) { if (my.sure === id) { my.sure = ""; return true; } my.sure = id; my.opened = performance.now(); render(); return false; }
function turn(by) { const it = my.snap.dial, next = Math.max(it.least, Math.min(it.most, my.dial + by)); if (next !== my.dial) { my.dial = next; my.touched = true; buzz(10); render(); } }

const deeds = {
  menu() { my.menu = true; }, close() { my.menu = false; my.editing = false; },
  pad() { my.pad = !my.pad; my.menu = false; }, name() { my.editing = "fresh"; my.menu = false; },
  still() { saved.still = !saved.still; if (!saved.still) buzz(40); },
  named() { const field = document.querySelector(".naming"); if (field) send({ kind: "rename", name: field.value }); my.editing = false; },
  leave() { if (sure("leave")) { my.menu = false; send({ kind: "leave" }); if (my.lost) { saved.secret = ""; my.snap = null; my.notice = { about: "gone" }; if (my.socket) my.socket.close(); clearTimeout(my.timer); } } },
  record() { send({ kind: "fetch" }); }, sit() { send({ kind: "sit" }); }, retry,
  join() { my.watching = false; retry(); }, watch() { my.watching = true; retry(); },
  typed() { const field = document.querySelector(".codefield"); my.code = field.value.toUpperCase(); retry(); },
};

document.addEventListener("click", (event) => {
  const found = event.target.closest("button,[data-do]");
  if (!found || found.disabled) return;
  const of = found.dataset;
  if (of.do && (found.tagName === "BUTTON" || event.target === found)) deeds[of.do]();
  else if (of.name) { send({ kind: "rename", name: of.name }); my.editing = false; }
  else if (of.asks && !sure(of.press)) return;
  else if (of.press && !my.swiped) { if (!WAYS.includes(of.press)) my.menu = false; press(of.press, of.press === "declare" ? my.dial : 0); }
  else if (of.way && event.detail === 0) press(of.way);
  else if (of.turn && event.detail === 0) turn(+of.turn);
  my.swiped = false;
  render();
});

function hold(step) { step(false); my.hold = setTimeout(function again() { step(true); my.hold = setTimeout(again, 90); }, 300); }
const release = () => { clearTimeout(my.hold); my.drag = null; };
const angle = (event, box) => Math.atan2(event.clientX - box.left - box.width / 2, box.top + box.height / 2 - event.clientY) * 180 / Math.PI;

document.addEventListener("pointerdown", (event) => {
  release(); my.swiped = false;
  const found = event.target.closest("[data-way],[data-turn],[data-dial],[data-board],[data-hub]");
  if (!found || found.disabled || event.button > 0) return;
  const of = found.dataset;
  if (of.way) hold((repeat) => press(of.way, 0, repeat));
  else if (of.turn) hold(() => turn(+of.turn));
  else if (of.hub) my.drag = { hub: [event.clientX, event.clientY] };
  else if (of.dial) my.drag = { dial: angle(event, found.getBoundingClientRect()), of: found };
  else if (my.snap.mine) my.drag = { board: found, from: [event.clientX, event.clientY], moved: false, sent: 0 };
  if (my.drag && !of.hub) event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  const drag = my.drag;
  if (!drag) return;
  if (drag.hub) {
    const x = event.clientX - drag.hub[0], y = event.clientY - drag.hub[1];
    if (Math.max(Math.abs(x), Math.abs(y)) > 30) { my.drag = null; my.swiped = true; press(Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up"); }
  } else if (drag.of) {
    const now = angle(event, drag.of.getBoundingClientRect()), by = (now - drag.dial + 540) % 360 - 180, steps = Math.trunc(by / STEP);
    if (steps) { turn(steps); drag.dial += steps * STEP; }
  } else {
    drag.moved = drag.moved || Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 12;
    if (drag.moved && event.timeStamp - drag.sent > 100) { drag.sent = event.timeStamp; tap(event, drag, false); }
  }
});

document.addEventListener("pointerup", (event) => { if (my.drag && my.drag.board) tap(event, my.drag, true); release(); });
for (const name of ["pointercancel", "blur"]) window.addEventListener(name, release);

function tap(event, drag, done) {
  const box = drag.board.getBoundingClientRect(), it = my.snap.board, height = it.height || 1;
  const px = event.clientX, py = event.clientY - (drag.moved ? LIFT : 0);
  let best = null, cell = "", x = (px - box.left) / box.width, y = (py - box.top) / box.height * height;
  for (const one of it.cells || []) {
    const far = Math.hypot((one.x - x) * box.width, (one.y - y) * box.width);
    if (one.mark === "lit" && far <= REACH && (!best || far < best.far)) best = { far, one };
  }
  if (best) { cell = best.one.id; x = best.one.x; y = best.one.y; }
  else if (!it.anywhere || x < 0 || x > 1 || y < 0 || y > height) { if (done) refuse(); return; }
  my.echo = { x, y };
  act({ kind: "tap", x: +x.toFixed(4), y: +y.toFixed(4), cell, done });
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") && event.key === "Enter") deeds[event.target.matches(".naming") ? "named" : "typed"]();
  if (event.target.matches("[data-dial]") && /^Arrow/.test(event.key)) turn(/Up|Right/.test(event.key) ? 1 : -1);
  if (event.key === "Escape") deeds.close();
  render();
});
document.addEventListener("contextmenu", (event) => event.preventDefault());
document.addEventListener("visibilitychange", wake);
for (const name of ["pageshow", "online"]) window.addEventListener(name, wake);
connect();
render();
})();
