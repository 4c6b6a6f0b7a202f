/** HTML with English words, as the build writes them; see `vite.config.js`. */
declare module '*.html?words' {
  const html: string;
  export default html;
}
