// How things move: only transforms and opacity change. What is clicked lies where it belongs all the time.

import { shape } from "../base/svg.js";

const EASE = "cubic-bezier(.2,.7,.2,1)";
const FACES = 3; // that a die shows before its own
const QUICK = 0.25; // of the whole time, in which a patch of colour comes
const HIDDEN = "1 1.1"; // dashes: one as long as the stroke, and a longer gap
const DROP = 8; // pixels from which something new comes down

/** @type {Set<Animation>} */
const running = new Set();
/** @type {Map<Element, SVGGElement>} things on their way from one picture to another, and what is seen of them */
const flights = new Map();

/**
 * @param {Element} node
 * @param {Keyframe[]} steps
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} [done]
 */
function run(node, steps, timing, done) {
  const motion = node.animate(steps, { easing: EASE, fill: "backwards", ...timing });
  const end = () => {
    running.delete(motion);
    done?.();
  };
  running.add(motion);
  motion.onfinish = end;
  motion.oncancel = end;
}

/** Everything is where it belongs, at once: somebody goes on. */
export function halt() {
  for (const motion of [...running]) motion.finish();
}

for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, halt, { capture: true, passive: true });

/**
 * Where a thing is to be seen, also on its way.
 * @param {Element} node
 */
export const seen = (node) => (flights.get(node) ?? node).getBoundingClientRect();

/**
 * From another place, size and turn to its own.
 * @param {SVGGraphicsElement} node
 * @param {DOMPoint} to in the window, as all points
 * @param {DOMPoint} from
 * @param {number} size
 * @param {number} turn in degrees
 * @returns {Keyframe[]}
 */
export function frames(node, to, from, size, turn) {
  const back = DOMMatrix.fromMatrix(/** @type {SVGGraphicsElement} */ (node.parentNode).getScreenCTM() ?? undefined).inverse();
  const [at, start] = [to.matrixTransform(back), from.matrixTransform(back)];
  const transformOrigin = `${at.x}px ${at.y}px`;
  return [
    { transformOrigin, translate: `${start.x - at.x}px ${start.y - at.y}px`, scale: String(size), rotate: `${turn}deg` },
    { transformOrigin, translate: "0px 0px", scale: "1", rotate: "0deg" },
  ];
}

/**
 * Within its picture.
 * @param {SVGGraphicsElement} node
 * @param {SVGGraphicsElement[]} riders
 * @param {Keyframe[]} steps
 * @param {KeyframeAnimationOptions} timing
 * @param {boolean} rolled
 */
export function slide(node, riders, steps, timing, rolled) {
  for (const each of [node, ...riders]) run(each, steps, timing);
  if (rolled) tumble(node, facesAround(node), timing);
}

/**
 * From one picture to another: above all of them, for pictures end at their rims.
 * @param {DOMMatrix} ground how the points of its picture come to the window
 * @param {SVGGraphicsElement} node
 * @param {SVGGraphicsElement[]} riders
 * @param {Keyframe[]} steps
 * @param {KeyframeAnimationOptions} timing
 * @param {boolean} rolled
 */
export function fly({ a, b, c, d, e, f }, node, riders, steps, timing, rolled) {
  const group = shape("g", { transform: `matrix(${[a, b, c, d, e, f].join(" ")})` });
  sky().append(group);
  const hidden = { ...timing, duration: Number(timing.duration) + Number(timing.delay), delay: 0 };
  for (const each of [node, ...riders]) {
    const copy = /** @type {SVGGElement} */ (each.cloneNode(true));
    for (const name of ["class", "data-key", "data-part", "tabindex"]) copy.removeAttribute(name);
    group.append(copy);
    run(copy, steps, timing, () => land(node, group));
    run(each, [{ opacity: 0 }, { opacity: 0 }], hidden);
  }
  const copy = /** @type {SVGGElement} */ (group.firstElementChild);
  flights.set(node, copy);
  if (rolled) tumble(copy, facesAround(node), timing);
}

/**
 * @param {Element} node
 * @param {Element} group
 */
function land(node, group) {
  group.remove();
  flights.delete(node);
}

/** What flies is drawn here; what was to land in a picture that is gone is gone too. */
function sky() {
  const found = document.querySelector("svg.sky") ?? shape("svg", { class: "sky", "aria-hidden": "true" });
  if (!found.isConnected) document.body.append(found);
  for (const [node, copy] of flights) if (!node.isConnected) land(node, /** @type {Element} */ (copy.parentElement));
  return found;
}

/**
 * Something new.
 * @param {SVGGraphicsElement} node
 * @param {SVGGraphicsElement[]} riders
 * @param {KeyframeAnimationOptions} timing
 */
export function appear(node, riders, timing) {
  for (const each of [node, ...riders]) run(each, [{ opacity: 0, translate: `0px ${-DROP}px` }, { offset: 1, translate: "0px 0px" }], timing);
  if (node.hasAttribute("data-roll")) tumble(node, facesAround(node), timing);
}

/**
 * A picture of which another part is shown, as when a farm has grown. Measured now, it goes when all is measured.
 * @param {import("./motion.js").Shown} is
 * @param {import("./motion.js").Shown} was
 * @param {number} duration
 */
export function pan({ svg, matrix, frame }, was, duration) {
  const [x, y] = [frame.x - was.frame.x, frame.y - was.frame.y]; // that the page itself has moved is nothing to show
  const box = svg.getBoundingClientRect();
  const start = new DOMMatrix().translate(x - box.x, y - box.y).multiply(was.matrix).multiply(matrix.inverse()).translate(box.x, box.y);
  if (Math.abs(start.a - 1) < 0.005 && Math.hypot(start.e, start.f) < 2) return null;
  const transformOrigin = "0 0";
  const steps = [{ transformOrigin, transform: start.toString() }, { transformOrigin, transform: "none" }];
  return () => svg.animate(steps, { duration, easing: EASE }); // a click does not finish it: what is clicked must not jump away
}

// ---- dice --------------------------------------------------------------------------------------------------

/**
 * Some faces of other dice.
 * @param {SVGGraphicsElement} die
 */
function facesAround(die) {
  const all = [...(die.ownerSVGElement?.querySelectorAll(".face") ?? [])];
  const own = all.findIndex((face) => die.contains(face));
  return all.length < 2 ? [] : Array.from({ length: FACES }, (_, n) => all[(own + 1 + 2 * n) % all.length]);
}

/**
 * Other faces, one after the other, and then its own.
 * @param {SVGGraphicsElement} die
 * @param {Element[]} faces
 * @param {KeyframeAnimationOptions} timing
 */
function tumble(die, faces, timing) {
  const own = die.querySelector(".face");
  if (!own || !faces.length) return;
  const part = 0.6 / faces.length; // most of the way is made while other faces show
  const shows = (/** @type {number} */ from, /** @type {number} */ to) => [
    { opacity: from ? 0 : 1, offset: 0, easing: "step-end" },
    ...(from ? [{ opacity: 1, offset: from, easing: "step-end" }] : []),
    ...(to < 1 ? [{ opacity: 0, offset: to, easing: "step-end" }] : []),
    { opacity: to < 1 ? 0 : 1, offset: 1 },
  ];
  const even = { ...timing, easing: "linear" };
  for (const [n, face] of faces.entries()) {
    const copy = /** @type {Element} */ (face.cloneNode());
    copy.removeAttribute("class");
    own.after(copy);
    run(copy, shows(n * part, (n + 1) * part), even, () => copy.remove());
  }
  run(own, shows(faces.length * part, 1), even);
}

// ---- marks that are drawn stroke by stroke, as by pen -----------------------------------------------------

/**
 * Draw what was not there before.
 * @param {Element} drawing
 * @param {Element | null} was
 * @param {number} duration
 */
export function pen(drawing, was, duration) {
  const known = new Set([...(was?.querySelectorAll("path") ?? [])].map(outline));
  const fresh = /** @type {SVGPathElement[]} */ ([...drawing.querySelectorAll("path")]).filter((path) => !known.has(outline(path)));
  const strokes = fresh.map((path) => (path.hasAttribute("pathLength") ? strokesOf(path) : []));
  const whole = strokes.flat().reduce((sum, { length }) => sum + length, 0) || 1;
  let done = 0;
  for (const [n, path] of fresh.entries()) {
    for (const { line, length } of strokes[n]) {
      stroke(path, line, { delay: (done / whole) * duration, duration: (length / whole) * duration });
      done += length;
    }
    const wait = { delay: (done / whole) * duration, duration: strokes[n].length ? 1 : duration * QUICK };
    run(path, [{ opacity: 0 }, { offset: 1 }], { ...wait, easing: "ease-out" }, () => {
      while (path.previousElementSibling?.hasAttribute("stroke-dasharray")) path.previousElementSibling.remove(); // its strokes are no longer needed
    });
  }
}

/** @param {Element} path */
const outline = (path) => path.getAttribute("d") ?? "";

/**
 * The strokes of a path: each begins where the pen was lifted.
 * @param {SVGPathElement} path
 */
function strokesOf(path) {
  return outline(path)
    .split(/(?=M)/)
    .map((d) => {
      const line = /** @type {SVGPathElement} */ (path.cloneNode());
      line.setAttribute("d", d);
      line.setAttribute("fill", "none");
      line.setAttribute("stroke-dasharray", HIDDEN);
      return { line, length: line.getTotalLength() };
    });
}

/**
 * @param {SVGPathElement} path
 * @param {SVGPathElement} line
 * @param {{delay: number, duration: number}} timing
 */
function stroke(path, line, timing) {
  path.before(line);
  run(line, [{ strokeDashoffset: "1.05" }, { strokeDashoffset: "0" }], { ...timing, fill: "both", easing: "linear" });
}
