// The page of `weft view`: unpacks the runs, draws them side by side with WebGL 1 in one canvas, and plays them.
// Every cell has the same camera. Positions are in metres from the middle of the bodies; y is up.
"use strict";
(async () => {
const byId = id => document.getElementById(id);
const showMessage = text => { byId("message").textContent = text; document.body.dataset.state = text ? "failed" : "ready"; };
const data = JSON.parse(byId("data").textContent);
byId("data").remove();
const runs = data.runs, times = data.time_s, frames = times.length, step = data.box.step;
const digits = frames > 1 ? Math.min(Math.max(Math.ceil(-Math.log10(times[1] - times[0])), 3), 9) : 3; // of a time
const comparable = runs.length > 1 && runs.every(run => run.particles === runs[0].particles);

// Colours of runs (Okabe and Ito) and of errors, from light to dark: both hold for colour-blind readers, the second in grey, too, and neither
// is lost on a white or a black ground.
const RUN_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f"];
const STOPS = ["#cfd6dc", "#eec15f", "#ea8536", "#cc3c3a", "#7f1d5a"];
const rgb = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255);

// ---- numbers ----

async function inflate(text) {
    const raw = atob(text), bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++)
        bytes[i] = raw.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

const unfold = number => (number >>> 1) ^ -(number & 1);

async function unpackIndices(text) {
    const bytes = await inflate(text), count = bytes.length / 4, out = new Int32Array(count);
    for (let i = 0, last = 0; i < count; i++) {
        const folded = bytes[i] | bytes[count + i] << 8 | bytes[2 * count + i] << 16 | bytes[3 * count + i] << 24;
        last = (last + unfold(folded)) | 0;
        out[i] = last;
    }
    return out;
}

// Whole numbers of steps, [frame][point][axis]; sums are modulo 2^16 as the array is.
async function unpackPositions(text, points) {
    const bytes = await inflate(text), width = 3 * points, count = width * frames, out = new Uint16Array(count);
    if (bytes.length !== 2 * count)
        throw new Error("the positions are incomplete");
    for (let f = 0, i = 0; f < frames; f++) {
        const beyond = [0, 0, 0];
        for (let j = 0; j < width; j++, i++) {
            beyond[j % 3] += unfold(bytes[i] | bytes[count + i] << 8);
            const predicted = f === 0 ? 0 : f === 1 ? out[i - width] : 2 * out[i - width] - out[i - 2 * width];
            out[i] = beyond[j % 3] + predicted;
        }
    }
    return out;
}

async function unpack(run) {
    for (const key of ["face_end", "face_vertex", "triangle", "line", "face_gone", "line_gone"])
        if (run[key] !== undefined)
            run[key] = await unpackIndices(run[key]);
    run.grid = await unpackPositions(run.positions, run.points);
    delete run.positions;
    // Frames in which a line or face goes; between two of them the same ones are drawn.
    run.changes = [...new Set([...run.face_gone || [], ...run.line_gone || []])].filter(f => f < frames).sort((a, b) => a - b);
}

// The largest distance to the first run and the root of the mean square, in metres, for every frame.
function measure(run) {
    run.largest = new Float64Array(frames);
    run.rms = new Float64Array(frames);
    run.most = 0;
    for (let f = 0; f < frames; f++) {
        const a = 3 * f * run.points, b = 3 * f * runs[0].points;
        let sum = 0, most = 0;
        for (let i = 0; i < 3 * run.particles; i += 3) {
            const x = run.grid[a + i] - runs[0].grid[b + i], y = run.grid[a + i + 1] - runs[0].grid[b + i + 1];
            const z = run.grid[a + i + 2] - runs[0].grid[b + i + 2], square = x * x + y * y + z * z;
            sum += square;
            most = Math.max(most, square);
        }
        run.largest[f] = step * Math.sqrt(most);
        run.rms[f] = step * Math.sqrt(sum / run.particles);
        run.most = Math.max(run.most, run.largest[f]);
    }
}

function metres(x) {
    const [factor, unit] = x >= 0.1 || x === 0 ? [1, "m"] : x >= 1e-4 ? [1e3, "mm"] : [1e6, "µm"];
    return `${+(x * factor).toPrecision(3)} ${unit}`;
}

// The box of the particles in all frames.
function findBox() {
    const low = [65535, 65535, 65535], high = [0, 0, 0];
    for (const run of runs)
        for (let f = 0; f < frames; f++)
            for (let i = 3 * f * run.points, end = i + 3 * run.particles; i < end; i++) {
                const k = i % 3;
                low[k] = Math.min(low[k], run.grid[i]);
                high[k] = Math.max(high[k], run.grid[i]);
            }
    const half = low.map((x, k) => step * (high[k] - x) / 2);
    return { middle: low.map((x, k) => (x + high[k]) / 2), half, radius: Math.hypot(...half) || 1 };
}

// ---- lines and faces ----

// Vertex numbers of lines and faces that are whole at frame f: bodies and colliders as triangles, edges of bodies, lines, and loose particles.
function connect(run, f) {
    const bodies = [], colliders = [], edges = new Map(), lines = [], joined = new Uint8Array(run.particles);
    for (let i = 0, begin = 0; i < run.face_end.length; begin = run.face_end[i++]) {
        if (run.face_gone && run.face_gone[i] <= f)
            continue;
        const corners = run.face_vertex.subarray(begin, run.face_end[i]), own = corners[0] < run.particles;
        for (let c = 2, t = 3 * (begin - 2 * i); c < corners.length; c++, t += 3)
            (own ? bodies : colliders).push(...(run.triangle ? run.triangle.subarray(t, t + 3) : [corners[0], corners[c - 1], corners[c]]));
        for (let c = 0; own && c < corners.length; c++) {
            const a = corners[c], b = corners[(c + 1) % corners.length];
            joined[a] = 1;
            edges.set(Math.min(a, b) * run.points + Math.max(a, b), [a, b]);
        }
    }
    for (let i = 0; i < run.line.length; i += 2)
        if (!run.line_gone || run.line_gone[i / 2] > f) {
            lines.push(run.line[i], run.line[i + 1]);
            joined[run.line[i]] = joined[run.line[i + 1]] = bodies.length ? 1 : 0; // without faces, particles are drawn on lines
        }
    const loose = [...joined.keys()].filter(i => !joined[i]);
    return { bodies, colliders, edges: [...edges.values()].flat(), lines, loose };
}

// ---- WebGL ----

const VERTEX = `
attribute vec3 position, normal;
attribute float error;
uniform mat3 turn;          // from the scene to the eye, which looks along −z
uniform vec3 target;
uniform float away, size, lift; // lift: the part of its distance by which a line is drawn nearer than the surface it lies on
uniform vec4 lens;
varying vec3 at, facing;
varying float value;
void main() {
    at = turn * (position - target) - vec3(0.0, 0.0, away);
    facing = turn * normal;
    value = error;
    gl_Position = vec4(lens.x * at.x, lens.y * at.y, lens.z * at.z + lens.w / (1.0 - lift), -at.z);
    gl_PointSize = size;
}`;

// Both sides are lit from the eye. Where the surface turns sharply the triangle's own normal is used, so that boxes have edges.
const FRAGMENT = `
#extension GL_OES_standard_derivatives : enable
precision highp float;
uniform vec3 plain, stops[5];
uniform float alpha, byError, shade, dim, disc;
varying vec3 at, facing;
varying float value;
void main() {
    vec3 n = normalize(facing), colour = plain;
#ifdef GL_OES_standard_derivatives
    vec3 own = normalize(cross(dFdx(at), dFdy(at)));
    if (abs(dot(n, own)) < 0.75)
        n = own;
#endif
    if (disc > 0.5 && length(gl_PointCoord - 0.5) > 0.5)
        discard;
    if (byError > 0.5) {
        float t = 4.0 * clamp(value, 0.0, 1.0);
        colour = mix(stops[0], stops[1], clamp(t, 0.0, 1.0));
        colour = mix(colour, stops[2], clamp(t - 1.0, 0.0, 1.0));
        colour = mix(colour, stops[3], clamp(t - 2.0, 0.0, 1.0));
        colour = mix(colour, stops[4], clamp(t - 3.0, 0.0, 1.0));
    }
    if (dot(n, at) > 0.0)
        n = -n;
    if (shade > 0.0) // lines and points have no normal
        colour *= 1.0 - shade + shade * (0.5 + 0.5 * dot(n, normalize(vec3(0.3, 0.6, 0.8))));
    gl_FragColor = vec4(dim * colour, alpha);
}`;

function compile(gl, type, text) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
        throw new Error(`the browser rejects a shader: ${gl.getShaderInfoLog(shader)}`);
    return shader;
}

// The program and where its attributes and uniforms are, by name.
function link(gl) {
    const program = gl.createProgram(), where = { program };
    gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, VERTEX));
    gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, FRAGMENT));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
        throw new Error(`the shaders cannot be linked: ${gl.getProgramInfoLog(program)}`);
    for (const name of ["position", "normal", "error"])
        where[name] = gl.getAttribLocation(program, name);
    for (const name of ["turn", "target", "away", "size", "lift", "lens", "plain", "stops", "alpha", "byError", "shade", "dim",
        "disc"])
        where[name] = gl.getUniformLocation(program, name);
    return where;
}

// Every point is seven floats: position, normal, error.
const STRIDE = 7;
const PARTS = ["bodies", "colliders", "edges", "lines", "loose"];

// The buffers of a run, filled by upload.
function prepare(gl, run) {
    run.vertices = new Float32Array(STRIDE * run.points);
    run.vertexBuffer = gl.createBuffer();
    run.indexBuffer = Object.fromEntries(PARTS.map(part => [part, gl.createBuffer()]));
    run.parts = null;
}

function addNormals(vertices, triangles) {
    for (let i = 0; i < triangles.length; i += 3) {
        const a = STRIDE * triangles[i], b = STRIDE * triangles[i + 1], c = STRIDE * triangles[i + 2];
        const ux = vertices[b] - vertices[a], uy = vertices[b + 1] - vertices[a + 1], uz = vertices[b + 2] - vertices[a + 2];
        const vx = vertices[c] - vertices[a], vy = vertices[c + 1] - vertices[a + 1], vz = vertices[c + 2] - vertices[a + 2];
        const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
        for (const at of [a, b, c]) {
            vertices[at + 3] += x;
            vertices[at + 4] += y;
            vertices[at + 5] += z;
        }
    }
}

// Sends frame f of a run; `scale`: the error that has the last colour.
function upload(gl, run, f, middle, scale) {
    const change = run.changes.filter(at => at <= f).length;
    if (!run.parts || run.change !== change) {
        const lists = connect(run, f);
        run.parts = {};
        for (const part of PARTS) {
            run.parts[part] = new Uint32Array(lists[part]);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, run.indexBuffer[part]);
            gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, run.parts[part], gl.STATIC_DRAW);
        }
        run.change = change;
    }
    const vertices = run.vertices, first = runs[0], a = 3 * f * run.points, b = 3 * f * first.points;
    for (let i = 0, v = 0; i < run.points; i++, v += STRIDE) {
        let square = 0;
        for (let k = 0; k < 3; k++) {
            const q = run.grid[a + 3 * i + k];
            vertices[v + k] = step * (q - middle[k]);
            vertices[v + 3 + k] = 0;
            square += comparable && i < run.particles ? (q - first.grid[b + 3 * i + k]) ** 2 : 0;
        }
        vertices[v + 6] = scale > 0 ? step * Math.sqrt(square) / scale : 0;
    }
    addNormals(vertices, run.parts.bodies);
    addNormals(vertices, run.parts.colliders);
    gl.bindBuffer(gl.ARRAY_BUFFER, run.vertexBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.DYNAMIC_DRAW);
}

// Draws a run in a rectangle of the canvas, in pixels from its lower left.
function drawRun(gl, where, run, cell, camera, look) {
    const [x, y, width, height] = cell, [across, along] = focus(width / height);
    const near = Math.max(camera.away - 20 * camera.radius, camera.away / 200), far = camera.away + 20 * camera.radius;
    gl.viewport(x, y, width, height);
    gl.scissor(x, y, width, height);
    gl.uniformMatrix3fv(where.turn, false, camera.turn);
    gl.uniform3fv(where.target, camera.target);
    gl.uniform1f(where.away, camera.away);
    gl.uniform4f(where.lens, across, along, (far + near) / (near - far), 2 * far * near / (near - far));
    gl.bindBuffer(gl.ARRAY_BUFFER, run.vertexBuffer);
    for (const [name, length, at] of [["position", 3, 0], ["normal", 3, 3], ["error", 1, 6]]) {
        gl.enableVertexAttribArray(where[name]);
        gl.vertexAttribPointer(where[name], length, gl.FLOAT, false, 4 * STRIDE, 4 * at);
    }
    const draw = (part, mode, colour, { alpha = 1, byError = false, shade = 0, size = 0, lift = 0.004, dim = 1 }) => {
        if (!run.parts[part].length)
            return;
        gl.uniform3fv(where.plain, colour);
        gl.uniform1f(where.alpha, alpha);
        gl.uniform1f(where.byError, byError);
        gl.uniform1f(where.shade, shade);
        gl.uniform1f(where.size, size);
        gl.uniform1f(where.lift, lift);
        gl.uniform1f(where.dim, dim);
        gl.uniform1f(where.disc, size > 0);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, run.indexBuffer[part]);
        gl.drawElements(mode, run.parts[part].length, gl.UNSIGNED_INT, 0);
    };
    const byError = look.byError, shade = byError ? 0.45 : 0.6, dim = look.dark ? 1 : 0.75; // thin lines are lost in light colours on white
    if (look.colliders)
        draw("colliders", gl.TRIANGLES, look.dark ? [0.42, 0.43, 0.45] : [0.8, 0.8, 0.78], { shade: 0.5, lift: 0 });
    draw("bodies", gl.TRIANGLES, run.rgb, { byError, shade, lift: 0 });
    if (look.edges)
        draw("edges", gl.LINES, [0, 0, 0], { alpha: 0.45 });
    draw("lines", gl.LINES, run.rgb, { byError, dim });
    draw("loose", gl.POINTS, run.rgb, { byError, dim, size: 6 * look.pixels });
}

// ---- the page ----

const camera = { angle: 0.6 };

function turnCamera() {
    const { yaw, pitch } = camera, [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
    camera.right = [cy, 0, -sy];
    camera.up = [-sy * sp, cp, -cy * sp];
    camera.back = [sy * cp, sp, cy * cp];
    camera.turn = [0, 1, 2].flatMap(k => [camera.right[k], camera.up[k], camera.back[k]]); // by columns
}

// A unit of length at distance 1, across and along the picture, in halves of its width and height. The angle is that of the shorter side.
function focus(aspect) {
    const short = 1 / Math.tan(camera.angle / 2);
    return aspect > 1 ? [short / aspect, short] : [short, short * aspect];
}

// As far away as the corners of the box need.
function resetCamera(aspect) {
    Object.assign(camera, { yaw: 0.6, pitch: 0.35, target: [0, 0, 0], away: camera.radius / 50 });
    turnCamera();
    const [across, along] = focus(aspect), dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for (let i = 0; i < 8; i++) {
        const corner = camera.half.map((x, k) => i >> k & 1 ? x : -x);
        const need = Math.max(across * Math.abs(dot(camera.right, corner)), along * Math.abs(dot(camera.up, corner)));
        camera.away = Math.max(camera.away, dot(camera.back, corner) + need);
    }
}

// turn and shift: [right, down] in pixels of a cell of that shorter side; zoom: factor of the distance.
function moveCamera({ turn, shift, zoom = 1 }, side) {
    if (turn) {
        camera.yaw -= 0.008 * turn[0];
        camera.pitch = Math.min(Math.max(camera.pitch + 0.008 * turn[1], -1.55), 1.55);
        turnCamera();
    }
    camera.away = Math.min(Math.max(camera.away * zoom, camera.radius / 50), 50 * camera.radius);
    if (shift) {
        const pixel = 2 * camera.away * Math.tan(camera.angle / 2) / side;
        for (let k = 0; k < 3; k++)
            camera.target[k] += pixel * (shift[1] * camera.up[k] - shift[0] * camera.right[k]);
    }
}

// The columns and rows whose cells have the largest short side.
function arrange(count, width, height) {
    let best = 1, most = 0;
    for (let columns = 1; columns <= count; columns++) {
        const side = Math.min(width / columns, height / Math.ceil(count / columns));
        if (side > most * 1.02)
            [best, most] = [columns, side];
    }
    return [best, Math.ceil(count / best)];
}

function start(gl) {
    const where = link(gl), canvas = byId("canvas"), views = byId("views"), { middle, half, radius } = findBox();
    const dark = matchMedia("(prefers-color-scheme:dark)"), asked = new URLSearchParams(location.hash.slice(1));
    const now = { frame: 0, playing: false, clock: times[0], held: 0, shown: -1, changed: true, drawn: 0, since: 0, spent: 0, played: 0 };
    Object.assign(camera, { half, radius });
    runs.forEach((run, r) => {
        prepare(gl, run);
        run.rgb = rgb(RUN_COLOURS[r % RUN_COLOURS.length]);
        run.cell = document.createElement("div");
        run.cell.className = "run";
        const name = document.createElement("b"), mark = document.createElement("i");
        mark.style.background = RUN_COLOURS[r % RUN_COLOURS.length];
        name.append(mark, run.label);
        run.text = document.createElement("span");
        run.cell.append(name, run.text);
        views.append(run.cell);
    });
    gl.useProgram(where.program);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.SCISSOR_TEST);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniform3fv(where.stops, STOPS.flatMap(rgb));

    // ---- drawing ----
    const byError = () => comparable && byId("colour").value === "error";
    const scaleOf = f => Math.max(...runs.map(run => byId("scale").value === "frame" ? run.largest[f] : run.most));
    function describe() {
        const f = now.frame, coloured = byError();
        byId("frame").value = f;
        byId("time").textContent = `${times[f].toFixed(digits)} s, ${f + 1} of ${frames}`;
        byId("play").textContent = now.playing ? "Pause" : "Play";
        byId("legend").hidden = byId("scaled").hidden = !coloured;
        if (coloured)
            byId("most").textContent = metres(scaleOf(f));
        runs.forEach((run, r) => {
            run.text.textContent = !comparable ? `${run.particles} particles` : r === 0 ? "reference of the distances" :
                `largest ${metres(run.largest[f])}, rms ${metres(run.rms[f])}`;
        });
    }
    function place() {
        const box = views.getBoundingClientRect(), pixels = Math.min(window.devicePixelRatio || 1, 2);
        const [columns, rows] = arrange(runs.length, box.width, box.height);
        canvas.width = Math.max(Math.round(box.width * pixels), 1);
        canvas.height = Math.max(Math.round(box.height * pixels), 1);
        now.pixels = pixels;
        now.aspect = box.width / columns / (box.height / rows);
        now.cellSide = Math.min(box.width / columns, box.height / rows);
        runs.forEach((run, r) => {
            const column = r % columns, row = Math.floor(r / columns), width = canvas.width / columns, height = canvas.height / rows;
            run.rectangle = [Math.round(column * width), Math.round(canvas.height - (row + 1) * height), Math.round(width), Math.round(height)];
            Object.assign(run.cell.style, { left: `${100 * column / columns}%`, top: `${100 * row / rows}%`, width: `${100 / columns}%`,
                height: `${100 / rows}%` });
        });
        now.changed = true;
    }
    function draw() {
        const look = { byError: byError(), dark: dark.matches, edges: byId("edges").checked, colliders: byId("colliders").checked,
            pixels: now.pixels };
        if (now.shown !== now.frame)
            for (const run of runs)
                upload(gl, run, now.frame, middle, look.byError ? scaleOf(now.frame) : 0);
        now.shown = now.frame;
        gl.scissor(0, 0, canvas.width, canvas.height);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        for (const run of runs)
            drawRun(gl, where, run, run.rectangle, camera, look);
        describe();
    }

    // ---- playing ----
    const renew = () => { now.shown = -1; now.changed = true; };
    function go(frame) {
        now.frame = Math.min(Math.max(frame, 0), frames - 1);
        now.clock = times[now.frame];
        now.changed = true;
    }
    function play(on) {
        if (on && now.frame === frames - 1)
            go(0);
        Object.assign(now, { playing: on && frames > 1, held: 0, drawn: 0, since: 0, spent: 0, changed: true });
    }
    // The frame with the largest distance, since all runs begin alike; of runs without distances, and to play, the first one.
    function opening() {
        const most = f => Math.max(...runs.map(run => run.largest[f]));
        let best = 0;
        for (let f = 1; f < frames && comparable && !asked.has("play"); f++)
            best = most(f) > most(best) ? f : best;
        return best;
    }
    // The last frame stays for half a second, then it begins again.
    function advance(seconds) {
        now.clock += seconds * Number(byId("speed").value);
        let frame = now.frame;
        while (frame + 1 < frames && times[frame + 1] <= now.clock)
            frame++;
        if (frame === frames - 1 && (now.held += seconds) > 0.5) {
            now.held = 0;
            return go(0);
        }
        if (frame !== now.frame)
            document.body.dataset.played = now.played += frame - now.frame; // frames so far
        now.changed = now.changed || frame !== now.frame;
        now.frame = frame;
    }
    // Pictures per second and script time of each: on the console and in data-rate of the body.
    function report(time) {
        const seconds = (time - now.since) / 1000;
        if (!now.playing || seconds < 2)
            return;
        const rate = `${(now.drawn / seconds).toFixed(1)} pictures a second, ${(now.spent / Math.max(now.drawn, 1)).toFixed(2)} ms of script each`;
        document.body.dataset.rate = rate;
        console.info(`weft view: ${rate}`);
        Object.assign(now, { drawn: 0, since: time, spent: 0 });
    }
    let last = 0;
    function tick(time) {
        if (now.playing && now.since)
            advance(Math.min((time - last) / 1000, 0.1));
        now.since = now.since || time;
        last = time;
        if (now.changed) {
            const begun = performance.now();
            now.changed = false;
            draw();
            now.drawn++;
            now.spent += performance.now() - begun;
        }
        report(time);
        requestAnimationFrame(tick);
    }

    // ---- hands ----
    const pointers = new Map(), spread = list => Math.hypot(list[0].x - list[1].x, list[0].y - list[1].y);
    views.addEventListener("pointerdown", event => {
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        views.setPointerCapture(event.pointerId);
    });
    views.addEventListener("pointermove", event => {
        const at = pointers.get(event.pointerId);
        if (!at)
            return;
        const before = [...pointers.values()].map(pointer => ({ ...pointer }));
        const moved = [(event.clientX - at.x) / pointers.size, (event.clientY - at.y) / pointers.size];
        Object.assign(at, { x: event.clientX, y: event.clientY });
        if (pointers.size === 2)
            moveCamera({ shift: moved, zoom: spread(before) / Math.max(spread([...pointers.values()]), 1) }, now.cellSide);
        else if (pointers.size === 1)
            moveCamera(event.shiftKey || event.buttons > 1 ? { shift: moved } : { turn: moved }, now.cellSide);
        now.changed = true;
    });
    for (const end of ["pointerup", "pointercancel"])
        views.addEventListener(end, event => pointers.delete(event.pointerId));
    views.addEventListener("wheel", event => {
        event.preventDefault();
        moveCamera({ zoom: Math.exp(0.001 * event.deltaY * (event.deltaMode ? 16 : 1)) }, now.cellSide);
        now.changed = true;
    }, { passive: false });
    views.addEventListener("dblclick", () => { resetCamera(now.aspect); now.changed = true; });
    views.addEventListener("contextmenu", event => event.preventDefault());
    byId("back").onclick = () => { play(false); go(now.frame - 1); };
    byId("on").onclick = () => { play(false); go(now.frame + 1); };
    byId("play").onclick = () => play(!now.playing);
    byId("frame").oninput = event => { play(false); go(Number(event.target.value)); };
    for (const id of ["colour", "scale", "edges", "colliders"])
        byId(id).onchange = renew;
    const KEYS = { " ": () => play(!now.playing), ArrowLeft: byId("back").onclick, ArrowRight: byId("on").onclick,
        Home: () => go(0), End: () => go(frames - 1) };
    addEventListener("keydown", event => {
        const taken = event.target.closest("select,input") || (event.key === " " && event.target.closest("button"));
        if (!KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey || taken)
            return;
        event.preventDefault();
        KEYS[event.key]();
    });
    dark.onchange = renew;
    new ResizeObserver(place).observe(views);
    canvas.addEventListener("webglcontextlost", () => showMessage("The graphics of this browser were reset; load the page again."));

    byId("frame").max = frames - 1;
    byId("collided").hidden = runs.every(run => run.particles === run.points);
    byId("colour").parentNode.hidden = !comparable;
    byId("bar").style.background = `linear-gradient(to right,${STOPS})`;
    byId("meaning").textContent = `distance to the same particle of ${runs[0].label}`;
    if (asked.has("colour"))
        byId("colour").value = asked.get("colour");
    byId("edges").checked = asked.has("edges");
    go(asked.has("frame") ? Math.floor(Number(asked.get("frame"))) || 0 : opening());
    place();
    resetCamera(now.aspect);
    showMessage("");
    if (asked.has("play"))
        play(true);
    requestAnimationFrame(tick);
}

try {
    byId("note").textContent = `Positions in steps of ${metres(step)} (16 bits over ${metres(65535 * step)}); distances below ` +
        `${metres(Math.sqrt(3) * step)} are rounding.`;
    const gl = byId("canvas").getContext("webgl", { antialias: true });
    if (!gl || !gl.getExtension("OES_element_index_uint"))
        throw new Error("it has no WebGL, which draws the runs; switch on graphics acceleration, or try another browser");
    if (typeof DecompressionStream === "undefined")
        throw new Error("it cannot unpack the positions; use a version from 2023 or later");
    gl.getExtension("OES_standard_derivatives");
    for (const run of runs)
        await unpack(run);
    if (comparable)
        runs.forEach(measure);
    start(gl);
} catch (problem) {
    showMessage(`This browser cannot show the page: ${problem.message}`);
}
})();
