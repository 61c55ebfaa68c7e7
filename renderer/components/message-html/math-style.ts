/** KaTeX's style and its fonts, from our own files: asked for with the first formula. */
import 'katex/dist/katex.min.css';
