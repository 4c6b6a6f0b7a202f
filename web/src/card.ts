/** The graphics card, if there is one. What draws with it (`graphics.ts`) is loaded only then. */

/** A canvas on which a graphics card paints. */
export interface Card {
  canvas: HTMLCanvasElement;
  gl: WebGL2RenderingContext;
}

/** Names of software renderers, which browsers may offer as graphics cards. */
const PLAYED = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Nothing if there is no card, or only a software renderer, which is slower than paths. `draw=gl` or `draw=canvas` in the address,
 *  before the `#`, overrides this choice. */
export function card(): Card | null {
  const wished = new URLSearchParams(location.search).get('draw');
  if (wished === 'canvas') return null;
  const canvas = document.createElement('canvas');
  const isForced = wished === 'gl';
  const gl = canvas.getContext('webgl2', { antialias: true, depth: false, failIfMajorPerformanceCaveat: !isForced });
  if (!gl) return null;
  const name = gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER;
  return isForced || !PLAYED.test(String(gl.getParameter(name))) ? { canvas, gl } : null;
}
