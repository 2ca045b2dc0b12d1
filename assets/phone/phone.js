"use strict";
/* A phone at the table: shows the snapshots that the table sends, and says what is pressed. It knows no rules. */
(() => {
const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon"];
const ARROWS = {ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0]};
const WAYS = ["up", "right", "down", "left"];
const DELAYS = [0, 500, 1000, 2000, 4000]; // ms before each next try
const TAKEN_BACK = ["undo", "redo"]; // which stand in the menu where the ring does not show them
const QUIET = 12000; // ms without a word after which the socket is taken for dead
const HIDDEN = 700; // ms for which a lost socket is not worth a page
const REACH = 30; // px from a finger to a lit cell
const LIFT = 56; // px by which a dragged ghost is above the finger
const DEGREE = Math.PI / 180;
const STEP = 15; // degrees of the dial
const TYPED = {autocomplete: "off", spellcheck: "false", enterkeyhint: "done"};
const EMPTY = {decision: 0, buttons: [], axes: [], figures: [], scores: [], sockets: [], names: [], signs: []}; // what goes without saying

const my = {
	heard: 0, fast: 0, lost: performance.now(), tries: 0, due: 0, seats: 0, number: 0, waiting: new Map(), parts: [], kept: {}, pads: {}, joinedAt: -1e9, declaredAt: -1e9, pressedBoard: false,
	code: codeIn(location.pathname),
};
let snap = null; // what is to be shown
function codeIn(text) { // with what people and messengers put before and behind it; a wrong one comes out as it is
	try {text = decodeURIComponent(text);} catch {}
	text = text.normalize("NFKC");
	return (/(?:^|\/)\W*([A-Z\d]{4}\W?[A-Z\d]{4})(?!\w)/i.exec(text) || ["", text.replace("/", "")])[1].slice(0, 16);
}
const $ = (where) => document.querySelector(where);
const time = () => performance.now();
function kept(key, value) { // in the browser's storage; a private window may have none
	if (value !== undefined) my.kept[key] = value;
	try {if (value !== undefined) localStorage["kissaten." + key] = value; else return localStorage["kissaten." + key] || "";} catch {}
	return my.kept[key] || "";
}
const TEXT = JSON.parse(document.getElementById("texts").textContent); // by language, those of assets/strings
const chosen = () => TEXT[kept("language")] && kept("language"); // for this phone, in place of the table's
const language = () => snap ? snap.language : chosen() || ((navigator.language || "en").startsWith("ja") ? "ja" : "en");
const other = () => language() === "ja" ? "en" : "ja";
const t = (key, value = "") => TEXT[language()][key].replace(/\{\w+\}/, () => value);

/* Drawing: a page is described as a tree, and what differs from the last one is changed. */

function h(what, ...kids) { // "tag class class", attributes if there are any, and what is in it
	const [tag, ...classes] = what.split(" "), first = kids[0];
	const attributes = first && typeof first === "object" && !first.tag && !Array.isArray(first) ? {...kids.shift()} : {};
	if (classes.length) attributes.class = classes.join(" ");
	return {tag, key: attributes.key || classes[0], attributes, kids: kids.flat(9).filter((kid) => kid ? kid !== true : kid === 0)};
}

function made(node, parent) {
	if (typeof node !== "object") return document.createTextNode(node);
	const svg = node.tag === "svg" || parent.namespaceURI.endsWith("svg");
	const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", node.tag) : document.createElement(node.tag);
	dress(element, {}, node.attributes);
	for (const kid of node.kids) element.append(made(kid, element));
	return element;
}

const LONG = {label: "aria-label", press: "data-press", does: "data-do", cell: "data-cell"};
function dress(element, before, after) {
	for (const name in {...before, ...after}) {
		const value = after[name];
		if (before[name] === value || name === "key") continue;
		if (name === "ratio") element.style.setProperty("--ratio", value);
		else if (name === "value") element.value = value;
		else if (value === false || value == null) element.removeAttribute(LONG[name] || name);
		else element.setAttribute(LONG[name] || name, value);
	}
}

function patch(element, before, after) {
	dress(element, before.attributes, after.attributes);
	after.kids.forEach((is, i) => {
		const was = before.kids[i], node = element.childNodes[i];
		if (was === undefined) element.append(made(is, element));
		else if (was.tag && was.tag === is.tag && was.key === is.key) patch(node, was, is);
		else if (was !== is) node.replaceWith(made(is, element));
	});
	while (element.childNodes.length > after.kids.length) element.lastChild.remove();
}

let drawn = h("div");
function render() {
	const page = view(), root = $("#app");
	document.documentElement.lang = language();
	patch(root, drawn, page);
	drawn = page;
	const field = root.querySelector(".naming");
	if (field && my.editing === "fresh") {my.editing = true; field.select();}
}

const FALLS = {slant: {y2: 1}, drop: {x2: 0, y2: 1}, side: {}, ball: {cx: 0.36, cy: 0.28, r: 0.86}};
const PAINTS = { // how light falls on what, and its colours from there on
	brass: "slant FBECC0 D2A64F 8A6328", enamel: "ball FFFEFA F6EFE2 D9CBB2", lacquer: "ball 403A36 211F1F 121113", edge: "slant CDA078 6B462C 4A2D1A", tile: "slant 9C7049 7F5636 643F26", felt: "slant 7C2E3E 58161F",
	frame: "slant 8A5B3A 54341F 36200F", ivory: "drop FFFDF6 F1E7D3 C9B894", saucer: "ball CBB389 AF9469 80683F", cream: "ball FFF6DA F6DF9F DDB85F", black: "ball 5A4A42 231A17 0C0808",
	orange: "ball FFC277 E27B1D 8E430A", fade: "drop FFF9 FFF2 FFF0", side: "side FFF2 FFF6 0000 0006", ball: "ball FFFB FFF2 0001 0006",
};
for (const id in PAINTS) {
	const [falls, ...colours] = PAINTS[id].split(" "), defs = $("#defs");
	const stops = colours.map((colour, i) => h("stop", {offset: i / (colours.length - 1), "stop-color": "#" + colour}));
	defs.append(made(h(falls === "ball" ? "radialGradient" : "linearGradient", {id, ...FALLS[falls]}, stops), defs));
}

const GLYPHS = { // lines in a square of 24
	arrow: "M3 12H21M14 5L21 12L14 19",
	back: "M20 12H4M10 6L4 12L10 18",
	board: "M3 3H21V21H3ZM9 3V21M15 3V21M3 9H21M3 15H21",
	buzz: "M8 4H16V20H8ZM4 8V16M20 8V16M1 10V14M23 10V14",
	clap: "M11 21C6 20 4 17 4.5 12L7 7L8 11L12 8M13 21C18 20 20 17 19.5 12L17 7L16 11L12 8L11 13M12 2V4M7 3L8 5M17 3L16 5",
	check: "M4 13L10 19L20 6",
	dash: "M4 11H20M4 13H20",
	door: "M10 3H4V21H10M9 12H21M16 7L21 12L16 17",
	eye: "M1.5 12C6 4.5 18 4.5 22.5 12C18 19.5 6 19.5 1.5 12ZM12 10A2 2 0 1 0 12 14A2 2 0 1 0 12 10",
	flag: "M6 21V4H18L15 8.5L18 13H6",
	hidden: "M2 12C6 5.5 18 5.5 22 12C18 18.5 6 18.5 2 12ZM20 3L4 21M10 12A2 2 0 0 0 14 12",
	globe: "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3M3 12H21M12 3C7 8 7 16 12 21C17 16 17 8 12 3",
	hint: "M9 18V16A6.5 6.5 0 1 1 15 16V18ZM10 21.5H14",
	hurry: "M14 6A8 8 0 1 0 14 21A8 8 0 1 0 14 6M14 9V14L17 16M12 3H16M1 10H4M1 14H3M1 18H4",
	laugh: "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3M7 13H17C16 20 8 20 7 13ZM8 8V10M16 8V10",
	menu: "M4 6H20M4 12H20M4 18H20",
	minus: "M4 12H20",
	oh: "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3M12 13A2 2 0 1 0 12 17A2 2 0 1 0 12 13M8 8V10M16 8V10",
	pad: "M9 3H15V9H21V15H15V21H9V15H3V9H9Z",
	pause: "M7 5V19M9 5V19M15 5V19M17 5V19",
	pen: "M4 20L5 15L16 4L20 8L9 19ZM14 6L18 10",
	plus: "M4 12H20M12 4V20",
	rules: "M12 6C10 4 7 4 3 4V18C7 18 10 18 12 20 14 18 17 18 21 18V4C17 4 14 4 12 6ZM12 6V20",
	save: "M12 3V15M7 10L12 15L17 10M4 20H20",
	swap: "M4 8H19M15 4L19 8L15 12M20 16H5M9 12L5 16L9 20",
	turn: "M19 12A7 7 0 1 1 14 5.3M14 2V6.5H18.5",
	undo: "M8 5L4 9L8 13M4 9H15A5 5 0 0 1 15 19H10",
};

/* Small parts */

const use = (id, more = {}, cls = "") => h("use " + cls, {href: "#" + id, ...more});
const art = (cls, box, ...kids) => h("svg " + cls, {viewBox: box, "aria-hidden": "true"}, kids);
const disc = (cx, cy, r, cls, more = {}) => h("circle " + cls, {cx, cy, r, ...more});
const move = (x, y, size = 1, turned = 0) => ({transform: `translate(${x} ${y}) rotate(${turned}) scale(${size})`});
const around = (degrees, far) => move(far * Math.sin(degrees * DEGREE), -far * Math.cos(degrees * DEGREE));
const glyph = (name) => art("glyph", "0 0 24 24", GLYPHS[name] ? h("path", {d: GLYPHS[name]}) : use("g-" + name));
const shape = (name) => art("shape c-" + name, "-1.1 -1.1 2.2 2.2", use("s-" + name));
const token = (name, cls = "") => h("span token " + cls, name && shape(name));
const sign = (name, size) => use("s-" + name, move(0, 0, size), "fill c-" + name);
const EYES = {red: 30, yellow: 34, green: 36.5, blue: 28.5, silver: 31};
const robot = ({id, letter}) => art("robot k-" + id, "0 0 64 80", use("r-" + id), use("b-" + id, {}, "disc"), use("b-" + id, {}, "side"), use("eyes", {y: EYES[id]}), h("text letter l-" + id, {x: 32, y: 66}, letter));
const round = (name, side, ...kids) => art(name, `${-side / 2} ${-side / 2} ${side} ${side}`, kids);
const chip = (it) => it && round("chip k-" + (it.robot || "any"), 100, use("a-chip"), use("m-" + it.mark, move(-27, -28, 0.54), "mark"));
const watches = () => !snap.me;
const waits = () => !(snap.mine || snap.dial) || watches();
const off = (it) => it.enabled === false || watches();
const hand = () => my.pads[snap.hand] ? "pad" : snap.hand;
const buttons = (...roles) => snap.buttons.filter((it) => roles.includes(it.role || "plain"));
const range = (count) => [...Array(count).keys()];
const local = (deed, label, cls = "plain", icon = "", more = {}) => h("button button " + cls, {key: deed, does: deed, ...more}, icon && glyph(icon), h("span", label));
const fold = () => h("button fold", {does: "menu", label: t("menu")}, glyph("menu"));

const LOOKS = {primary: "primary", danger: "danger", plain: "plain", offer: "plain", ring: "plain", menu: "plain item", tip: "plain", sign: "plain"}; // by role
const filled = (text) => text.replace("{number}", my.dial);
function button(it) {
	const asks = it.role === "danger" && (it.asks || t("sure"));
	const spoken = it.spoken && my.sure !== it.id && filled(it.spoken);
	return h("button button " + LOOKS[it.role || "plain"], {
		key: it.id, press: it.id, disabled: off(it), label: spoken, "aria-pressed": it.chosen && "true", "data-asks": asks,
	}, it.glyph && glyph(it.glyph), h("span", my.sure === it.id ? asks : filled(it.label)));
}
const pick = (it, cls, ...kids) => h(`button pick ${cls} ${it.chosen ? "chosen" : ""}`, {key: it.id, press: it.id, disabled: off(it), "aria-pressed": String(!!it.chosen), label: it.spoken}, kids);

function plate(more, cls = "") {
	const s = snap;
	return h(`section plate ${cls} ${s.mine ? "mine" : ""} ${my.shake ? "shake" : ""}`,
		h("div words", s.sentence && h(s.sentence.length > 22 ? "h1 long" : "h1", s.sentence), (my.why || s.helper) && h("p", my.why || s.helper), more), s.focus ? h(s.focus.length > 3 ? "b focus long" : "b focus", s.focus) : s.clock && clock());
}

const clockLeft = () => Math.max(0, snap.clock.left - (snap.clock.running === false ? 0 : (time() - my.at) / 1000));
function clock() {
	const left = clockLeft(), lit = 12 * left / (snap.clock.whole || 1), seconds = Math.ceil(left);
	return h("svg clock " + (left <= 10 ? "last" : ""), {viewBox: "-50 -50 100 100", role: "img", label: seconds + " s"},
		use("a-clock"), range(12).map((i) => use("a-hour", move(0, 0, 1, -30 * i - 30), lit > i ? "on" : "off")), h("text", {y: 12.5}, seconds));
}

function header() {
	const s = snap, name = s.me ? s.me.name : t("watches"), mark = s.me ? s.me.shape : "none";
	return h(`header band c-${mark} ${s.mine ? "" : "dim"}`,
		h("button who", {does: "menu", label: [name, s.title, t("menu")].filter(Boolean).join(", ")}, s.me ? token(mark) : h("span token", glyph("eye")), h("span name", h(name.length > 12 ? "b longer" : name.length > 9 ? "b long" : "b", name), h("span", s.title))),
		fold(), h("i strip p-" + mark),
		s.signs.length > 0 && h("span signs", {role: "status"}, s.signs.map((one) => h("span rises", {key: one.shape + one.about, role: "img", label: one.spoken}, token(one.shape), glyph(one.about)))));
}

function shelfItems() {
	const s = snap, fixed = s.hand === "pad" || s.hand === "result" || watches(), other = my.pads[s.hand] ? "board" : "pad";
	return [h("button item", {does: "pad", disabled: fixed}, glyph(other), h("span", t(s.hand === "dial" && other === "board" ? "dial" : other))),
		["hint", "rules", "pause"].map((id) => h("button item", {press: id, disabled: !s.buttons.some((it) => it.id === id && !off(it))}, glyph(id), h("span", t(id))))];
}
const shelf = () => h("nav shelf", shelfItems());

function sheet() {
	const still = kept("still");
	return my.menu && h("div cover", {does: "close"}, h("div sheet", {role: "dialog", tabindex: -1, label: t("menu")}, h("div folded", shelfItems()),
		buttons("menu").map(button), hand() === "board" && buttons("ring").filter((it) => TAKEN_BACK.includes(it.id)).map((it) => button({...it, role: "menu"})),
		snap.me && snap.renaming && local("name", t("name"), "item", "pen"),
		local("prefer", t("language"), "item", "globe", {lang: other()}),
		"vibrate" in navigator && local("still", t("vibration"), still ? "item off" : "item", "buzz"),
		local("leave", t(my.sure === "leave" ? "sure" : "leave"), "item warn", "door"), local("close", t("close"), "item", "back")));
}

/* Hands */

const HANDS = {};
const rows = (list) => range(Math.ceil(list.length / 2)).map((i) => h("div row", list.slice(2 * i, 2 * i + 2).map((it) => it.tag ? it : button(it))));
const pair = (...roles) => h("div acts", rows(buttons("plain", "danger", ...roles).filter((it) => it.role !== "ring" || it.id !== "confirm")).reverse());
function acts(own) {
	const [main] = buttons("primary"), [beside, ...rest] = buttons("plain", "danger");
	return h("div acts", rows(own ? [own, ...rest] : rest), h("div row last", beside && button(beside), main ? button(main) : h("i")));
}

const tips = () => buttons("sign", "tip").length > 0 && h("div acts tips", rows(buttons("tip")), h("div row give", buttons("sign").map(button)));

function cross() { // what is offered, in the directions in which the screen has it
	const offers = buttons("offer").map((it, i) => {
		const made = button(it);
		made.attributes.class += " at-" + WAYS[i];
		made.kids.unshift(art("tip", "0 0 56 40", use("g-up")));
		return made;
	});
	return offers.length > 0 && h("div cross", offers);
}

function ring(middle) {
	return h("div room turning", h("div ring", WAYS.map((way) => {
		const it = buttons("way").find((one) => one.id === way) || {enabled: !!snap.dial};
		return h(`button way ${way} ${it.enabled === false ? "weak" : ""}`, {"data-way": way, disabled: waits(), "data-why": it.enabled === false && (it.spoken || "-"), label: it.label || t(way === "up" || way === "right" ? "more" : "less")}, art("", "0 0 56 40", use("g-up")));
	}), middle));
}

HANDS.pad = () => {
	const main = [...buttons("primary"), ...buttons("ring")].find((it) => it.role === "primary" || it.id === "confirm"), label = main && filled(main.label);
	const hub = main ? h("button hub " + (label.length > 6 ? "long" : ""), {press: main.id, "data-hub": 1, disabled: off(main)}, label) : h("span hub empty");
	return [plate(), ring(hub), tips(), cross(), pair("ring")];
};

HANDS.steer = () => {
	const {robots, used = 0, allowed} = snap.steer, chosen = robots.find((one) => one.chosen);
	const pips = h("div pips", {role: "img", label: `${used}/${allowed}`}, range(Math.min(allowed, 14)).map((i) => h(i < used ? "i used" : "i")));
	return [plate(pips, "steering"), h("div robots", robots.map((one) => pick(one, "", robot(one), h("span", one.name)))),
		ring(h("span hub show", chosen && robot(chosen))), pair()];
};

HANDS.dial = () => {
	const s = snap, it = s.dial, [main] = buttons("primary"), shown = it.mine && time() - my.declaredAt < 600;
	const top = Math.min(it.most, Math.max(20, it.best || 0)), number = shown ? it.mine : my.dial, below = !it.below || number < it.below;
	const turned = (value) => -135 + 270 * (value - it.least) / Math.max(1, top - it.least);
	const knob = (name, by, label) => h("button round " + name, {"data-turn": by, label: t(label), disabled: watches()}, glyph(name));
	const private_ = it.mine && it.mine === number ? [glyph("eye"), t("everyone", number)] : !below && it.why ? it.why : [glyph("hidden"), t("private")];
	return [h("section info", chip(it.chip), h("div words", h("h1", s.sentence), it.best ? h("p", it.caption + " ", h("b", it.best), " ", it.by && [shape(it.by.shape), it.by.name]) : h("p", s.helper)), s.clock && clock()),
		h("div room dialing", knob("minus", -1, "less"),
			h("div dial " + (shown ? "shown" : ""), {role: "spinbutton", tabindex: 0, label: t("number"), "aria-valuenow": number, "aria-valuemin": it.least, "aria-valuemax": it.most},
				round("", 300, use("a-dial"), range(top - it.least + 1).map((i) => h(it.least + i <= number ? "path on" : "path", {d: "M0-130V-116", ...move(0, 0, 1, turned(it.least + i))})),
					use("a-face", {}, "face"), h(number > 9 ? "text two" : "text", {y: number > 9 ? 47 : 56}, number),
					it.by && it.best && h("g", around(turned(it.best), 158), use("a-token", move(0, 0, 0.73)), sign(it.by.shape, 9)))),
			knob("plus", 1, "more")),
		h("div say", h("p private", private_), main && button({...main, enabled: main.enabled !== false && below && !shown}), pair())];
};

function joinedHand() {
	const s = snap, me = s.me, [main] = buttons("primary"), rest = my.editing ? [] : buttons("plain", "danger");
	const field = s.names.length ? h("div names", s.names.map((name) => h("button button plain", {"data-name": name}, name)))
		: h("input naming", {maxlength: 20, value: me.name, label: t("name"), ...TYPED});
	return h(`main joined c-${me.shape} ${my.editing ? "editing" : ""} ${time() - my.joinedAt < 400 ? "arriving" : ""}`,
		h("i pattern p-" + me.shape), fold(), h("div face", h("div medal", shape(me.shape)),
			my.editing ? field : h(me.name.length > 8 ? "button myname long" : "button myname", {does: s.renaming && "name", disabled: !s.renaming}, h("b", me.name), s.renaming && glyph("pen")),
			h("h1 title", t(my.editing ? "name" : "sits")), s.renaming && h("p", t("change")), !navigator.wakeLock && h("p", t("keep_on"))),
		h("div below", h("section card", h("p over", t("on_screen")), h("h2", s.sentence), h("p", s.helper),
				h("div sockets", s.sockets.map((one) => token(one.shape, `${one.shape ? "" : "vacant"} ${one.shape === me.shape ? "own" : ""} ${one.asleep ? "asleep" : ""}`)))),
			h("div acts", h("div row last", rest.splice(0, 1).map((it) => button(it)), my.editing ? local(s.names.length ? "close" : "named", t("done"), "primary") : main && button(main)), rows(rest.slice(0, 2)))));
}

HANDS.result = () => {
	const {scores, record, film} = snap;
	const take = (what) => local(what, t(what), "plain", "save"), own = !watches() && (record ? local("take", t("record"), "plain", "save") : film && take("film"));
	return [plate("", scores.length ? "" : "alone"), h(scores.length > 4 ? "ol scores many" : "ol scores", scores.map((one) => h(one.won ? "li won" : "li", token(one.shape), h("b", one.name), h("span", one.text)))),
		h("div room"), own && record && my.taking ? h("div acts", rows([take("game"), take("card"), film && take("film"), local("close", t("close"), "plain", "back")].filter(Boolean))) : acts(own)];
};

HANDS.board = () => {
	const s = snap, grew = (one) => [glyph("arrow"), h(one.then > one.now ? "b grew" : "b", one.then)];
	const stick = (angle = 0) => round("", 60, h("g", move(0, 0, 1, angle), slab("stick", 50, 9, 4.5)));
	return [plate(), board(s.board), h("div beside",
		s.figures.length > 0 && h("div figures n" + s.figures.length, s.figures.map((one) => h("div figure", shape(one.shape), h(one.then >= 0 ? "span now" : "span", one.now || 0), one.then >= 0 && grew(one)))),
		s.axes.length > 0 && [h("div axeshead", h("b", s.axes_title), h("span", s.axes_note)), h("div axes of" + s.axes.length, s.axes.map((one) => pick({...one, spoken: one.spoken && `${one.spoken}, ${one.count || 0}`}, "axis", stick(one.angle), one.enabled !== false && h("b", one.count || "0"), one.warning && glyph("warn"))))],
		tips(), cross() || (!tips() || buttons("primary", "plain", "danger").length > 0) && acts())];
};

/* The small board, a hundred units wide */

const at = (one) => [+(100 * one.x).toFixed(2), +(100 * one.y).toFixed(2)];
const read = (cells) => [...cells].sort((a, b) => a.y - b.y || a.x - b.x); // in the order in which they are read aloud
const inWords = (one) => [one.id, one.spoken, one.mark && t("mark_" + one.mark)].filter(Boolean).join(", ");
const corners = (points, cls) => h("polygon " + cls, {points: points.map(at).join(" ")});
const line = (one, cls, wide) => h("path " + cls, {d: `M${at(one)}L${at({x: one.to_x, y: one.to_y})}`, "stroke-width": wide});

function board(it) {
	const height = 100 * (it.height || 1), size = 100 * it.cell, {cells = [], pieces = [], bars = [], edges = [], trails = []} = it;
	if (cells.length && !cells.some((one) => one.id === my.cell)) my.cell = (cells.find((one) => one.mark === "lit") || cells[0]).id;
	const turning = it.look === "saucers" && (bars.length > 1 || cells.some((one) => one.mark === "offered")); // a bean lies, its stick is still in the hand
	const next = turning ? (pieces.length && pieces[pieces.length - 1].look === "black" ? "next orange" : "next black") : "";
	return h(`svg board ${it.look} c-${snap.me ? snap.me.shape : "none"}`, {viewBox: `0 0 100 ${height}`, ratio: 100 / height, role: "group", label: t("board")},
		corners(it.outline, "frame"), corners(it.field, "field"),
		h("g edges", edges.map((one) => h("g c-" + one.owner, one.lit ? [line(one, "haze", 3.6), line(one, "edge lit", 2.4), line(one, "core", 0.86)] : line(one, "edge", 1.8)))),
		h("g cells", read(cells).map((one) => cellArt(it, one, size, next))), h("g above", edges.map((one) => one.lit && fall(one)),
			pieces.map((one) => h(`g ${one.look} c-${one.owner || "none"} ${one.ghost ? "faint" : ""}`, move(...at(one), size / 10), use("a-" + (document.getElementById("a-" + one.look) ? one.look : "disc")), one.owner && use("s-" + one.owner, {transform: "translate(0 -5.75) scale(1.1)"}, "ink"))),
			bars.map((one, i) => turning && i < bars.length - 1 ? h("g trace", bar(one, size)) : bar(one, size)), trails.map((one) => one.warning && line(one, "trail warn")),
			cells.map((one) => one.mark === "barred" && h("g", move(...at(one), size / 30), use("g-warn", {x: -12, y: -13}))), coordinates(it, size), my.echo && disc(...at(my.echo), size * 0.62, "echo")));
}

function coordinates({look, cells = []}, size) { // what "c3" is called by: each part once, at the left end of a row, else at the lower end
	const parts = new Map();
	for (const one of cells) for (const part of (/^([a-z])(\d+)$/.exec(one.id) || []).slice(1)) parts.set(part, [...(parts.get(part) || []), one]);
	return h("g coordinates", {"aria-hidden": "true"}, [...parts].map(([part, [first, ...rest]]) => {
		const level = rest.every((one) => one.y === first.y), [x, y] = at(rest.reduce((end, one) => (level ? one.x < end.x : one.y > end.y) ? one : end, first));
		const type = Math.max(3.9, Math.min(5, size * 0.28)), out = size / 2 + type * 0.42, inside = size / 2 - type * 0.42;
		const [dx, dy] = look === "saucers" ? (level ? [-out, 0] : [out * 0.5, out * 0.87]) : level ? [-inside, -inside] : [inside, inside];
		return h("text coordinate", move(x + dx, y + dy + type * 0.35, type / 10), part);
	}));
}

const slab = (cls, width, height, corner) => h("rect " + cls, {x: -width / 2, y: -height / 2, width, height, rx: corner});

function fall(one) { // light from an edge, toward the middle
	const x = 50 * (one.x + one.to_x), y = 50 * (one.y + one.to_y);
	return use("light", move(x, y, 1, Math.atan2(x - 50, 50 * snap.board.height - y) / DEGREE), "fill c-" + one.owner);
}

function cellArt(it, one, size, next) { // while a stick is turned, only the saucers that it offers are lit, in the next player's colour
	const mark = one.mark || "plain", round = it.look === "saucers", is = (...marks) => marks.includes(mark);
	const body = (grow, cls) => round ? disc(0, 0, size / 2 + grow, cls) : slab(cls, size + 2 * grow, size + 2 * grow, size * 0.12 + grow), cream = next && is("offered") ? next : !next && is("lit", "line") || is("chosen") ? "cream" : "";
	return h("g spot", {...move(...at(one)), role: "button", tabindex: one.id === my.cell ? 0 : -1, cell: one.id, label: inWords(one), "aria-disabled": !snap.mine && "true"}, (next ? is("offered") : is("lit") || round && is("line")) && body(round ? 1.2 : 0.9, "haze"), round ? [disc(0.4, 0.6, size / 2, "under"), body(0, "saucer " + cream), disc(0, 0, size * 0.35, "well " + cream)] : body(0, "cell " + mark),
		(is("chosen", "barred") || !round && is("last", "from")) && body(0.5, `mark-${mark} ${one.owner ? "c-" + one.owner : ""}`));
}

function bar(one, size) {
	const stick = one.look === "stick", thick = size * (stick ? 0.17 : 0.24), long = 100 * one.length, mark = one.mark, nail = (side) => disc(side * (long / 2 - 1.1), 0, 0.5, "nail");
	const body = (grow, cls) => slab(cls, long + 2 * grow, thick + 2 * grow, (stick ? thick / 2 : 0.5) + grow);
	return h("g c-" + (one.owner || "none"), move(...at(one), 1, one.angle || 0), mark === "ghost" ? [body(0.9, "haze warm"), body(0, "ghost")] : mark === "bad" ? body(0.5, "bad")
		: [body(0.45, "under"), mark === "last" && body(0.75, "lastbar"), body(0, stick ? "stick" : "wall"), stick || [nail(-1), nail(1)]]);
}

/* Pages */

function view() {
	const now = time(), about = my.notice && my.notice.about;
	if (about && about !== "closed") return h("div page", noticePage(my.notice));
	if (my.lost && now - my.lost > HIDDEN) return h("div page", lostPage(about));
	if (!snap) return h("div page", h("main door"));
	const kind = snap.me && (my.editing || hand() === "joined") ? "joined" : hand();
	const faded = [...my.waiting.values()].some((since) => now - since > 150);
	return h(`div page hand-${kind} ${faded ? "faded" : ""}`, kind === "joined" ? joinedHand() : [header(), h("main hand", {key: kind}, HANDS[kind](), watches() && !my.seated && my.seats > 0 && h("div row", local("sit", t("try"), "primary")))], shelf(), sheet(), now < my.fast && h("p fast", {role: "status"}, t("fast", Math.ceil((my.fast - now) / 1000))));
}

const great = (deed, label = deed, more = {}, icon = "") => local(deed, t(label), "primary", icon, more);
const quiet = (deed, label) => local(deed, t(label), "quiet");
function doorPage(title, why, body, ...acting) {
	const table = round("tableart", 250, use("a-table"), SHAPES.map((name, i) => h("g", around(45 * i, 98), use("a-token"), sign(name, 11.5))));
	return h("main door", {key: title}, h("div face", table, h("h1 title", t(title)), h("p", why)), h("div below", body, h("div acts", acting)));
}

function noticePage({about, seats = 0, places = 0, watching = 0}) {
	if (about === "full") {
		const counts = h("section card seen", glyph("eye"), h("div", h("b", t("watching", watching)), h("p", t("places", places))));
		return seats > 0 ? doorPage("free", "", counts, great("join", "try"), quiet("watch", "watch")) : doorPage("full", t("full_why"), counts, great("watch", "watch", {disabled: !places}, "eye"), quiet("join", "ask"));
	}
	const [deed, label] = {gone: ["join", "again"], elsewhere: ["retry", "here"]}[about] || [];
	if (deed) return doorPage(about, "", null, great(deed, label));
	const field = h("input codefield", {label: t("code"), placeholder: "K7Q4-2MVD", autocapitalize: "characters", ...TYPED});
	return doorPage(about, t(about + "_why"), field, great("typed", "try"));
}

function lostPage(closed) {
	const me = snap && snap.me, left = Math.max(0, Math.ceil((my.due - time()) / 1000));
	const wait = !closed && h("section card seen", h("b count", {ratio: left / 4}, left), h("p", t("next", left)));
	if (!me) return doorPage(closed ? "closed" : "looking", t(closed ? "closed_why" : "keep_on"), wait, great("retry", "now"));
	return h("main joined asleep c-" + me.shape, h("i pattern p-" + me.shape), h("div face", h("div medal", shape(me.shape)), h("h1 title", t(closed ? "closed" : "looking")), h("p", closed ? t("closed_why") : t("kept", me.name))),
		h("div below", wait, h("div acts", great("retry", "now"), quiet("leave", my.sure === "leave" ? "sure" : "leave")), h("p", t("keep_on"))));
}

/* The socket */

const on = (names, deed, where = document) => {for (const name of names.split(" ")) where.addEventListener(name, deed);};
const send = (kind, more) => {if (my.socket && my.socket.readyState === 1) my.socket.send(JSON.stringify({kind, ...more}));};
const buzz = (...pattern) => {if (!kept("still") && navigator.vibrate) navigator.vibrate(pattern);};

function connect() {
	clearTimeout(my.timer);
	if (my.socket) {my.socket.onclose = null; my.socket.close();}
	const socket = my.socket = new WebSocket(`ws://${location.host}/socket`);
	my.heard = time();
	socket.onopen = () => send("hello", {code: my.code, secret: my.asking ? "" : kept("secret"), watching: my.watching, asking: my.asking});
	socket.onmessage = (event) => {const it = JSON.parse(event.data); my.heard = time(); heard[it.kind](it); render();};
	socket.onclose = () => {if (socket === my.socket) dropped(my.notice && my.notice.about);};
}

function dropped(about) {
	my.socket = null;
	my.waiting.clear();
	if (about === "full") my.asking = true;
	else if (about && about !== "closed") return render();
	else my.lost = my.lost || time();
	const delay = about ? 5000 : DELAYS[Math.min(my.tries++, DELAYS.length - 1)];
	my.due = time() + delay;
	my.timer = setTimeout(connect, delay);
	render();
}

function again() {my.lost = my.lost || time(); connect();}
function retry() {Object.assign(my, {notice: null, asking: false, tries: 0}); again();}
function wake() {
	if (document.hidden) return;
	stayOn();
	if ((!my.socket || time() - my.heard > QUIET) && (!my.notice || my.notice.about === "closed")) again();
}
function stayOn() {if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});}

const FILES = {json: "application/json", png: "image/png", webp: "image/webp"};
const heard = {
	welcome(it) {
		if (it.secret) kept("secret", it.secret);
		if (my.lost && snap) buzz(40);
		Object.assign(my, {lost: 0, tries: 0, notice: null, asking: false, watching: false, seated: !it.watching});
		stayOn();
		prefer();
		if (my.wanted && my.again < 3) fetch_(my.wanted, my.again + 1);
	},
	shown(it) {show({...EMPTY, ...it.snapshot});},
	ack(it) {my.waiting.delete(it.number); if (it.taken === false) refuse();},
	fast(it) {my.fast = time() + 1000 * it.seconds; buzz(20, 60, 20);},
	beat(it) {my.seats = it.seats || 0;},
	notice(it) {
		if (it.about === "full" && it.seats > 0 && !(my.notice && my.notice.seats > 0)) buzz(40);
		if (it.about === "gone" || it.about === "over") {kept("secret", ""); snap = null;}
		Object.assign(my, {notice: it, menu: false, lost: it.about === "closed" ? 1 : 0});
	},
	file(it) {
		if (!it.part) my.parts = [];
		else if (it.part !== my.parts.length) return;
		my.parts.push(it.coded ? Uint8Array.from(atob(it.text), (c) => c.charCodeAt(0)) : it.text);
		if (!it.last) return;
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob(my.parts, {type: FILES[it.name.split(".").pop()]}));
		link.download = it.name;
		link.click();
		my.wanted = my.parts = "";
	},
};

function show(is) {
	const before = snap || EMPTY, dial = is.dial, was = before.dial || {}, me = is.me && is.me.shape;
	snap = is;
	Object.assign(my, {at: time(), echo: null, shake: false, why: ""});
	if (me && !before.me) {my.joinedAt = my.at; buzz(40);} else if (is.mine && !before.mine) buzz(40);
	if (before.decision !== is.decision || before.hand !== is.hand) {my.sure = ""; my.touched = false;}
	if (before.hand !== is.hand) my.editing = my.taking = my.wanted = false;
	if (dial) {
		if (!my.touched) my.dial = dial.opens;
		if (dial.mine && was.mine !== dial.mine) {my.declaredAt = my.at; my.touched = true; my.dial = dial.mine;}
		if (dial.by && dial.by.shape === me && dial.best === dial.mine && was.best && was.best !== dial.best) buzz(30, 40, 30);
	}
	const said = [is.sentence, is.helper, is.focus].filter(Boolean).join(". "), told = $("#told");
	if (told.textContent !== said) told.textContent = said;
}

function refuse() {buzz(20, 60, 20); my.shake = true; setTimeout(() => {my.shake = false; my.why = "";}, my.why ? 2000 : 400);}

setInterval(() => {
	const now = time();
	if (my.socket && (now - Math.min(...my.waiting.values(), now) > 1000 || now - my.heard > QUIET)) {my.waiting.clear(); again();}
	if (snap && snap.clock && snap.clock.running !== false && !my.lost) {
		const left = Math.ceil(clockLeft());
		if (left !== my.ticked && left <= 10 && left > 0 && (snap.mine || snap.dial)) buzz(15);
		my.ticked = left;
	}
	if (now - my.asked > 3000) my.sure = "";
	render();
}, 200);

/* The hand */

function act(kind, more) {
	my.waiting.set(++my.number, time());
	send(kind, {number: my.number, decision: snap.decision, ...more});
}
const press = (button, value = 0, repeat = false) => act("press", {button, value, repeat});
function sure(id) {
	const is = my.sure === id;
	my.sure = is ? "" : id;
	my.asked = time();
	return is;
}
function turn(by) {
	const it = snap.dial, next = Math.max(it.least, Math.min(it.most, my.dial + by));
	if (next !== my.dial) {my.dial = next; my.touched = true; buzz(10); render();}
}
function way(id, repeat) { // in place of a dial the ring turns it, which nobody else is told of
	if (snap.dial) turn(id === "up" || id === "right" ? 1 : -1); else press(id, 0, repeat);
}
function fetch_(what, again = 0) {
	Object.assign(my, {wanted: what, again});
	send("fetch", {what});
}
const prefer = () => {if (chosen()) send("prefer", {language: chosen()});};
const rename = (name) => {send("rename", {name}); my.editing = false;};

const deeds = {
	menu() {my.menu = true; render(); $(".sheet").focus();}, close() {my.menu = my.editing = my.taking = false;},
	pad() {my.pads[snap.hand] = !my.pads[snap.hand]; my.menu = false;}, name() {my.editing = "fresh"; my.menu = false;},
	prefer() {kept("language", other()); prefer(); my.menu = false;},
	still() {kept("still", kept("still") ? "" : "1"); buzz(40);},
	named() {rename($(".naming").value);},
	leave() {
		if (!sure("leave")) return;
		send("leave");
		if (my.lost) {if (my.socket) my.socket.close(); clearTimeout(my.timer); heard.notice({about: "gone"});}
	},
	take() {my.taking = true;}, game() {fetch_("game");}, card() {fetch_("card");}, film() {fetch_("film");}, sit() {send("sit");}, retry,
	join() {my.watching = false; retry();}, watch() {my.watching = true; retry();},
	typed() {my.code = codeIn($(".codefield").value); retry();},
};

on("click", (event) => {
	const found = event.target.closest("button,[data-do],[data-cell]"), of = found ? found.dataset : {}, {pressedBoard} = my;
	my.pressedBoard = false;
	if (!found || found.disabled) return;
	if (of.do) {if (found.tagName === "BUTTON" || event.target === found) deeds[of.do]();}
	else if (of.cell) {if (event.detail === 0 || !pressedBoard) choose(of.cell);} // else the finger has said so
	else if (of.name) rename(of.name);
	else if (of.press) {
		if ((!of.asks || sure(of.press)) && !my.swiped) {my.menu = false; press(of.press, of.press === "declare" ? my.dial : 0);}
	} else if (event.detail === 0) {if (of.way) way(of.way); else turn(+of.turn);} // by a key or a screen reader
	render();
});

function hold(step) {step(false); my.hold = setTimeout(function next() {step(true); my.hold = setTimeout(next, 90);}, 300);}
function release() {clearTimeout(my.hold); my.drag = null;}
function angle(event, dial) {
	const box = dial.getBoundingClientRect();
	return Math.atan2(event.clientX - box.left - box.width / 2, box.top + box.height / 2 - event.clientY) / DEGREE;
}

on("pointerdown", (event) => {
	const found = event.target.closest("[data-way],[data-turn],[data-hub],.dial,.board"), of = found ? found.dataset : {};
	release();
	my.swiped = false;
	my.pressedBoard = !!found && found.matches(".board");
	if (!found || found.disabled || event.button > 0 || watches()) return;
	const {clientX: x, clientY: y} = event;
	if (of.why) {my.why = of.why; refuse(); render();}
	else if (of.way) hold((repeat) => way(of.way, repeat));
	else if (of.turn) hold(() => turn(+of.turn));
	else if (of.hub) my.drag = {hub: true, x, y};
	else if (found.matches(".dial")) my.drag = {dial: found, angle: angle(event, found)};
	else if (snap.mine) my.drag = {board: found, x, y, sent: 0};
});

on("pointermove", (event) => {
	const drag = my.drag;
	if (!drag) return;
	const x = event.clientX - drag.x, y = event.clientY - drag.y, far = Math.hypot(x, y);
	if (drag.dial) {
		const by = (angle(event, drag.dial) - drag.angle + 540) % 360 - 180, steps = Math.trunc(by / STEP);
		if (steps) {turn(steps); drag.angle += steps * STEP;}
	} else if (drag.hub) {
		if (far > REACH) {release(); my.swiped = true; way(Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up");}
	} else if ((drag.moved = drag.moved || far > 12) && event.timeStamp - drag.sent > 100) {drag.sent = event.timeStamp; tap(event, drag, false);}
});

on("pointerup", (event) => {if (my.drag && my.drag.board) tap(event, my.drag, true); release();});
on("pointercancel blur", release, window);

function tap(event, drag, done) {
	const box = drag.board.getBoundingClientRect(), it = snap.board, height = it.height || 1, scale = Math.min(box.width, box.height / height);
	const x = (event.clientX - box.left - box.width / 2) / scale + 0.5, y = (event.clientY - (drag.moved ? LIFT : 0) - box.top - box.height / 2) / scale + height / 2;
	const far = (one) => Math.hypot(one.x - x, one.y - y) * scale, near = Math.max(REACH, it.cell * scale / 2);
	const [best] = it.cells.filter((one) => one.mark === "lit" && far(one) <= near).sort((a, b) => far(a) - far(b));
	if (!best && (!it.anywhere || x < 0 || x > 1 || y < 0 || y > height)) {if (done) refuse(); return;}
	my.echo = {x, y};
	act("tap", {x: +x.toFixed(4), y: +y.toFixed(4), cell: best ? best.id : "", done});
	render();
}

function choose(id) { // a cell, by a key or a screen reader
	const it = snap.board, one = it.cells.find((cell) => cell.id === id), lit = one.mark === "lit";
	my.cell = id;
	if (!snap.mine || watches() || !(lit || it.anywhere)) return refuse();
	my.echo = one;
	act("tap", {x: one.x, y: one.y, cell: lit ? id : "", done: true});
}
function toCell(key) { // the nearest one in the direction of an arrow
	const {cells} = snap.board, from = cells.find((one) => one.id === my.cell), [dx, dy] = ARROWS[key];
	const far = (one) => {
		const x = one.x - from.x, y = one.y - from.y, ahead = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
		return ahead > 0.01 && aside < 1.1 * ahead ? ahead + 2 * aside : Infinity;
	};
	const next = cells.reduce((best, one) => far(one) < far(best) ? one : best, from);
	my.cell = next.id;
	render();
	$(`[data-cell="${next.id}"]`).focus();
}

on("keydown", (event) => {
	const at = event.target;
	if (at.dataset.cell) {
		if (ARROWS[event.key]) toCell(event.key);
		else if (event.key === "Enter" || event.key === " ") choose(at.dataset.cell);
		else return;
		event.preventDefault();
		render();
	} else if (at.matches("input") && event.key === "Enter" && !event.isComposing && event.keyCode !== 229) deeds[at.matches(".naming") ? "named" : "typed"]();
	else if (at.matches(".dial") && event.key.startsWith("Arrow")) turn(/Up|Right/.test(event.key) ? 1 : -1);
	else if (event.key === "Escape") deeds.close();
});
on("contextmenu", (event) => event.preventDefault());
on("visibilitychange", () => {release(); wake();});
on("resume", wake); // of a page that the browser had frozen
on("pageshow online", wake, window);
connect();
render();
})();
