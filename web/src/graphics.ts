/** Draws solids with the graphics card (WebGL2). Stickers lie in buffers that are filled once for a puzzle. Each
 *  frame sends what changes: the view of each layer, a texture with the layer, the place, the colour and the label
 *  of each sticker, and the few cuts. Layers are painted in the same order as by paths, so there is no depth
 *  buffer, and the picture is the same.
 *
 *  The card paints on a separate surface, which is then copied to the canvas. Marks can therefore be drawn on top,
 *  the canvas contains the whole picture, and if the card is lost, paths take over with the next frame. */

import type { Brush, Frame, Layer, Piece } from './canvas_renderer';
import { UNKNOWN } from './layer';
import { DARKEST, type Facet, LIGHT, MORE } from './camera';
import { labelHeight, writeLabel } from './label';
import { type Point, dot, most } from './scene';
import { ink } from './view';

/** Stickers in a row of the texture. */
const ROW = 256;
/** The texels of each sticker: one for its shift and its layer, one for its colour and its label. */
const TEXELS = 2;
/** Corners of the outline of a line with round ends. */
const ROUND = 12;
/** The side of the cell of a label, for a square sticker with sides of 1: no label is wider. */
const CELL = 1.3;
/** The greatest side of a cell in pixels. */
const LARGEST_CELL = 256;

const HEAD = `#version 300 es
precision highp float;
uniform highp sampler2D told;
uniform mat3 sight;
uniform float far, zoom, layer;
uniform vec2 middle;
in vec4 plane;
in float part;

vec4 tell(int which) {
  return texelFetch(told, ivec2(${TEXELS} * (int(part) % ${ROW}) + which, int(part) / ${ROW}), 0);
}
/** How far the eye is above the plane of the facet; nothing where another layer is painted. */
float above(vec4 place) {
  vec3 near = vec3(sight[0][2], sight[1][2], sight[2][2]);
  return place.w == layer ? far * dot(plane.xyz, near) - plane.w - dot(plane.xyz, place.xyz) : 0.0;
}
vec2 pixels(vec3 seen) { return seen.xy * zoom / (far - seen.z); }
vec4 at(vec2 pixel) { return vec4(pixel / middle, 0, 1); }
const vec4 NOWHERE = vec4(2, 2, 2, 1);
`;

const FACETS = `${HEAD}
uniform vec3 body, light;
uniform float darkest, more;
uniform bool isBody;
in vec3 corner;
out vec3 colour;
void main() {
  vec4 place = tell(0);
  float towards = clamp(dot(light, sight * plane.xyz), 0.0, 1.0);
  colour = isBody ? body : tell(1).rgb * (darkest + more * towards);
  gl_Position = above(place) > 0.0 ? at(pixels(sight * (corner + place.xyz))) : NOWHERE;
}`;

const LINES = `${HEAD}
uniform float wide;
uniform vec3 body;
in vec3 from, to;
out vec3 colour;
void main() {
  colour = body;
  vec4 place = tell(0);
  vec2 a = pixels(sight * (from + place.xyz)), b = pixels(sight * (to + place.xyz));
  float size = length(b - a);
  vec2 along = size > 0.0 ? (b - a) / size : vec2(1, 0);
  bool isEnd = gl_VertexID >= ${ROUND / 2};
  float angle = 3.14159265 * (float(gl_VertexID % ${ROUND / 2}) / ${ROUND / 2 - 1}.0 + (isEnd ? -0.5 : 0.5));
  vec2 round = cos(angle) * along + sin(angle) * vec2(-along.y, along.x);
  gl_Position = above(place) > 0.0 ? at((isEnd ? b : a) + wide * round) : NOWHERE;
}`;

const LABELS = `${HEAD}
uniform float columns;
in vec3 centre;
in float area;
out vec2 place;
out float bright;
void main() {
  vec4 here = tell(0);
  float label = tell(1).w, number = abs(label) - 1.0;
  bright = label < 0.0 ? 1.0 : 0.0;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = (vec2(mod(number, columns), floor(number / columns)) + vec2(corner.x, 1.0 - corner.y)) / columns;
  vec3 seen = sight * (centre + here.xyz);
  float high = above(here), deep = far - seen.z;
  vec2 pixel = pixels(seen) + (corner - 0.5) * ${CELL} * zoom * sqrt(area * max(high, 0.0) / (deep * deep * deep));
  gl_Position = high > 0.0 && label != 0.0 ? at(pixel) : NOWHERE;
}`;

const PLAIN = `#version 300 es
precision mediump float;
in vec3 colour;
out vec4 painted;
void main() { painted = vec4(colour, 1); }`;

const INK = `#version 300 es
precision mediump float;
uniform sampler2D labels;
in vec2 place;
in float bright;
out vec4 painted;
void main() { painted = vec4(vec3(bright), 1) * texture(labels, place).a; }`;

/** The attributes of a corner, or of another element that a shader reads: their names and numbers of components, in
 *  order. */
type Format = [string, number][];
const FACET: Format = [['corner', 3], ['plane', 4], ['part', 1]];
const LINE: Format = [['from', 3], ['to', 3], ['plane', 4], ['part', 1]];
const LABEL: Format = [['centre', 3], ['area', 1], ['plane', 4], ['part', 1]];

/** A shader and its inputs for a list of elements. */
class Program {
  private readonly program: WebGLProgram;
  private readonly places = new Map<string, WebGLUniformLocation | null>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    vertices: string,
    fragments: string,
  ) {
    this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, fragments]] as const) {
      const shader = gl.createShader(kind);
      if (!shader) continue;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(this.program);
  }

  get isLinked(): boolean {
    return this.gl.getProgramParameter(this.program, this.gl.LINK_STATUS) === true;
  }

  use(): void {
    this.gl.useProgram(this.program);
  }

  uniform(name: string): WebGLUniformLocation | null {
    if (!this.places.has(name)) this.places.set(name, this.gl.getUniformLocation(this.program, name));
    return this.places.get(name)!;
  }

  /** A list of elements for this program; with `each` above 0, the numbers belong to an element and not to a corner. */
  list(format: Format, each: number): List {
    const { gl } = this;
    const [array, buffer] = [gl.createVertexArray(), gl.createBuffer()];
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const width = format.reduce((sum, [, count]) => sum + count, 0);
    let from = 0;
    for (const [name, count] of format) {
      const at = gl.getAttribLocation(this.program, name);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, count, gl.FLOAT, false, 4 * width, 4 * from);
      gl.vertexAttribDivisor(at, each);
      from += count;
    }
    return { array, buffer, width, count: 0 };
  }
}

interface List {
  array: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  /** The number of components of each element, and the number of elements. */
  width: number;
  count: number;
}

/** Facets with their edges, and the stickers on them. */
interface Mesh {
  facets: List;
  faces: List;
  lines: List;
  labels: List;
}

/** The components of a colour, each from 0 to 1. */
const channels = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);

/** All data that are lost together with the card. */
class Card {
  private readonly facets: Program;
  private readonly lines: Program;
  private readonly labels: Program;
  /** The stickers, and the cuts of this frame. */
  private readonly stickers: Mesh;
  private readonly caps: Mesh;
  private pieces: Piece[] = [];
  /** What the card was told last of the stickers and cuts, and what that followed from. */
  private told = new Float32Array();
  private toldOf: unknown[] = [];
  private atlas: { key: string; names: Map<string, number>; columns: number } = { key: '', names: new Map(), columns: 1 };
  private readonly largest: number;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.facets = new Program(gl, FACETS, PLAIN);
    this.lines = new Program(gl, LINES, PLAIN);
    this.labels = new Program(gl, LABELS, INK);
    const mesh = (): Mesh => ({
      facets: this.facets.list(FACET, 0),
      faces: this.facets.list(FACET, 0),
      lines: this.lines.list(LINE, 1),
      labels: this.labels.list(LABEL, 1),
    });
    [this.stickers, this.caps] = [mesh(), mesh()];
    this.largest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
    for (const unit of [gl.TEXTURE0, gl.TEXTURE1]) {
      gl.activeTexture(unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
      if (unit === gl.TEXTURE1) continue;
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  get works(): boolean {
    return [this.facets, this.lines, this.labels].every(({ isLinked }) => isLinked);
  }

  private fill(list: List, numbers: number[], usage: number): void {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, list.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(numbers), usage);
    list.count = numbers.length / list.width;
  }

  private build(mesh: Mesh, pieces: Piece[], usage: number): void {
    const plane = ({ facet: { normal, middle }, part }: Piece): number[] => [...normal, dot(normal, middle), part];
    const triangles = (outline: (facet: Facet) => Point[]): number[] =>
      pieces.flatMap((piece) => {
        const [first, ...rest] = outline(piece.facet).map((corner) => [...corner, ...plane(piece)]);
        return rest.slice(1).flatMap((corner, at) => [...first!, ...rest[at]!, ...corner]);
      });
    const edges = pieces.flatMap((piece) => {
      const { corners } = piece.facet;
      return corners.flatMap((corner, at) => [...corner, ...corners[(at + 1) % corners.length]!, ...plane(piece)]);
    });
    this.fill(mesh.facets, triangles(({ corners }) => corners), usage);
    this.fill(mesh.faces, triangles(({ face }) => face), usage);
    this.fill(mesh.lines, edges, usage);
    this.fill(mesh.labels, pieces.flatMap((piece) => [...piece.facet.middle, piece.facet.area, ...plane(piece)]), usage);
  }

  /** Sets the layer, the place and the content of each sticker and cut. */
  private tell({ pieces, layers, shows, shown, theme }: Frame, caps: Piece[], layerOf: number[]): void {
    const { gl, atlas } = this;
    // While a layer turns, only views change.
    const from = [pieces, shown, theme.letters, theme.body, atlas, ...layers.flatMap((layer) => [layer.pieces, layer.caps])];
    if (from.length === this.toldOf.length && from.every((one, at) => one === this.toldOf[at])) return;
    this.toldOf = from;
    const rows = Math.ceil((pieces.length + caps.length) / ROW);
    const size = 4 * TEXELS * ROW * rows;
    const told = this.told.length === size ? this.told : (this.told = new Float32Array(size));
    told.fill(-1);
    const colours = new Map<string, number[]>();
    const put = (part: number, [x, y, z]: Point, layer: number, colour: string, label: number): void => {
      const known = colours.get(colour) ?? channels(colour);
      colours.set(colour, known);
      const at = 4 * TEXELS * part;
      told[at] = x!;
      told[at + 1] = y!;
      told[at + 2] = z!;
      told[at + 3] = layer;
      told[at + 4] = known[0]!;
      told[at + 5] = known[1]!;
      told[at + 6] = known[2]!;
      told[at + 7] = label;
    };
    const still = [0, 0, 0];
    layers.forEach((layer, at) => {
      for (const { part, facet } of layer.pieces) {
        const home = pieces[part]!.facet;
        const shift = facet === home ? still : facet.middle.map((x, i) => x - home.middle[i]!);
        const shown = shows(part);
        const number = (theme.letters && shown && atlas.names.get(shown.label)) || 0;
        const isBright = number > 0 && shown !== null && ink(shown.colour) === '#ffffff';
        put(part, shift, at, shown?.colour ?? UNKNOWN, isBright ? -number : number);
      }
    });
    caps.forEach(({ part }, at) => put(part, still, layerOf[at]!, theme.body, 0));
    gl.activeTexture(gl.TEXTURE0);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, TEXELS * ROW, rows, 0, gl.RGBA, gl.FLOAT, told);
  }

  /** Draws the labels into the texture, for stickers that are this many pixels wide. */
  private write(frame: Frame, pixels: number): void {
    const { gl } = this;
    const names = [...new Set(frame.pieces.flatMap(({ part }) => frame.shows(part)?.label ?? []))].sort();
    const columns = Math.max(1, Math.ceil(Math.sqrt(names.length)));
    const side = Math.max(8, Math.min(Math.ceil(CELL * pixels), LARGEST_CELL, Math.floor(this.largest / columns)));
    const key = JSON.stringify([side, names]);
    if (key === this.atlas.key) return;
    this.atlas = { key, names: new Map(names.map((name, at) => [name, at + 1])), columns };
    const sheet = new OffscreenCanvas(side * columns, side * columns);
    const context = sheet.getContext('2d');
    if (!context) return;
    names.forEach((name, at) => {
      const middle = [side * ((at % columns) + 0.5), side * (Math.floor(at / columns) + 0.5)];
      writeLabel(context, name, middle, (labelHeight(name) * side) / CELL);
    });
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, sheet);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.generateMipmap(gl.TEXTURE_2D);
  }

  paint(frame: Frame, width: number, height: number, ratio: number): void {
    const { gl } = this;
    if (frame.pieces !== this.pieces) {
      this.pieces = frame.pieces;
      this.build(this.stickers, frame.pieces, gl.STATIC_DRAW);
    }
    const facets = frame.layers.flatMap(({ caps }, layer) => caps.map((facet) => ({ facet, layer })));
    const caps = facets.map(({ facet }, at) => ({ facet, part: frame.pieces.length + at }));
    this.build(this.caps, caps, gl.STREAM_DRAW);
    if (frame.theme.letters) {
      const areas = frame.layers.flatMap(({ pieces, sight }) => pieces.map(({ facet }) => sight.area(facet)));
      this.write(frame, ratio * Math.sqrt(most(areas)));
    }
    this.tell(frame, caps, facets.map(({ layer }) => layer));
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    frame.layers.forEach((layer, at) => {
      if (layer.caps.length) this.layer(frame, layer, at, this.caps, [width, height], ratio);
      if (layer.pieces.length) this.layer(frame, layer, at, this.stickers, [width, height], ratio);
    });
  }

  private layer({ line, theme }: Frame, { sight }: Layer, at: number, mesh: Mesh, size: number[], ratio: number): void {
    const { gl } = this;
    const begin = (program: Program, list: List): void => {
      program.use();
      gl.uniform1i(program.uniform('told'), 0);
      gl.uniformMatrix3fv(program.uniform('sight'), true, sight.rows);
      gl.uniform1f(program.uniform('far'), sight.far);
      gl.uniform1f(program.uniform('zoom'), sight.zoom * ratio);
      gl.uniform1f(program.uniform('layer'), at);
      gl.uniform2f(program.uniform('middle'), size[0]! / 2, size[1]! / 2);
      gl.bindVertexArray(list.array);
    };
    const fill = (list: List, isBody: boolean): void => {
      begin(this.facets, list);
      gl.uniform1i(this.facets.uniform('isBody'), Number(isBody));
      gl.uniform3fv(this.facets.uniform('body'), channels(theme.body));
      gl.uniform3fv(this.facets.uniform('light'), LIGHT);
      gl.uniform1f(this.facets.uniform('darkest'), DARKEST);
      gl.uniform1f(this.facets.uniform('more'), MORE);
      gl.drawArrays(gl.TRIANGLES, 0, list.count);
    };
    fill(mesh.facets, true);
    begin(this.lines, mesh.lines);
    gl.uniform1f(this.lines.uniform('wide'), (line * ratio) / 2);
    gl.uniform3fv(this.lines.uniform('body'), channels(theme.body));
    gl.drawArraysInstanced(gl.TRIANGLE_FAN, 0, ROUND, mesh.lines.count);
    if (mesh === this.caps) return;
    fill(mesh.faces, false);
    if (!theme.letters) return;
    begin(this.labels, mesh.labels);
    gl.uniform1i(this.labels.uniform('labels'), 1);
    gl.uniform1f(this.labels.uniform('columns'), this.atlas.columns);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, mesh.labels.count);
  }
}

export class Graphics implements Brush {
  private card: Card | null = null;

  /** @param redraw requests a frame: the card was lost, or is available again. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly gl: WebGL2RenderingContext,
    redraw: () => void,
  ) {
    this.start();
    canvas.addEventListener('webglcontextlost', (event) => {
      // Required for the card to be restored later.
      event.preventDefault();
      this.card = null;
      redraw();
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.start();
      redraw();
    });
  }

  private start(): void {
    const card = new Card(this.gl);
    this.card = card.works ? card : null;
  }

  paint(context: CanvasRenderingContext2D, frame: Frame): boolean {
    if (!this.card || this.gl.isContextLost()) return false;
    const { width, height } = context.canvas;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.card.paint(frame, width, height, context.getTransform().a);
    context.save();
    context.resetTransform();
    context.drawImage(this.canvas, 0, 0);
    context.restore();
    return true;
  }
}
