// The grammars that code is coloured by: languages that people paste in a chat. Another language stays plain.

import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';

const names = `
  ada apache applescript asciidoc autohotkey awk bash basic c clojure cmake coffeescript
  cpp crystal csharp css d dart delphi diff django dockerfile dos elixir
  elm erb erlang excel fortran fsharp gherkin glsl go gradle graphql groovy
  haml handlebars haskell haxe http ini java javascript json julia kotlin latex
  less lisp lua makefile markdown matlab nginx nim nix objectivec ocaml perl
  pgsql php powershell prolog properties protobuf puppet python python-repl r ruby rust
  sas scala scheme scss shell sql stata swift tcl twig typescript vbnet
  verilog vhdl vim wasm x86asm xml yaml
`
  .trim()
  .split(/\s+/);

const load = createRequire(import.meta.url);
let loaded: HLJSApi | undefined;

/** All of them, read when somebody asks first: a hundred files are a good part of a start, and of many tests. */
export function grammars(): HLJSApi {
  if (loaded !== undefined) return loaded;
  const hljs = load('highlight.js/lib/core') as HLJSApi;
  for (const name of names) hljs.registerLanguage(name, load(`highlight.js/lib/languages/${name}`) as LanguageFn);
  loaded = hljs;
  return hljs;
}
