/**
 * Build and test configuration: `vite build` makes dist/renderer (the pages), dist/server (plain Node, in few files,
 * because reading one file a module took half of a start) and dist/electron (main and preload).
 * The vitest projects stand here too. Sizes and speed matter: `npm start` runs this on a machine that has just been set up.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { sentencesOfPages } from './server/tools/languages/plugin.ts';

const root = import.meta.dirname;
const serverDir = resolve(root, 'server');
const serverOut = resolve(root, 'dist/server');
/** Sentences of the server; those of the pages are in their scripts. */
const languagesDir = resolve(root, 'resources/languages');
const isOfServer = (path: string): boolean =>
  !/languages[\\/](?:README\.md|.*[\\/](?:chat|console|pages)\.json)$/.test(path);
/** Each becomes a file of its name in dist/server. */
const serverEntries = [
  'server/cli.ts',
  // For a program that keeps several servers in one process, as the browser's tests do.
  'server/start.ts',
  'server/storage/storage-worker.ts',
  'server/demo/build-worker.ts',
  'server/operations/team-export/export-worker.ts',
  'server/operations/team-import/import-worker.ts',
  'server/network/local-name-worker.ts',
  'server/uploads/picture-worker.ts',
];
/** Read by a path that is put together at run time, so the build cannot find them by itself. */
const serverData = ['storage/migrations'];
/** The pages: folders of renderer/ with an index.html; server/runtime/pages.ts has their addresses. */
const pages = ['console', 'chat', 'api-docs'];
/** At an address of its own that stays the same: browsers ask there for a newer one. Without imports. */
const serviceWorker = 'notifications-worker';
/** Tests of the pages that run a real server: in one process with the server's own, which has all of it loaded and warm. */
const besideServer = [
  'renderer/client/state/state-law.test.ts',
  'renderer/client/state/walk.test.ts',
  'renderer/chat/store/chat-model.test.ts',
  'renderer/chat/store/draft-tabs.test.ts',
  'renderer/chat/actions/undo.test.ts',
];
/** Tests of components: the page in happy-dom, its server built and in a process of its own. */
const pageTests = 'renderer/**/*.page.test.ts';
const testing = process.env['VITEST'] !== undefined;
/** Milliseconds. No test may take longer (server/laws/timeouts.test.ts); what it waits for has half of that, and names itself when it fails. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
/** Most of what a test calls ends before it would gain from being optimized: V8 waits longer, which spares a tenth of the work. */
const seldomOptimized = { pool: 'forks' as const, execArgv: ['--interrupt-budget=1000000'] };

/**
 * Keeps `new URL('./file', import.meta.url)` true after the build, whose modules all lie in dist/server itself: a data file or
 * folder (migrations, transcripts) is copied to the same place below it, and named from there.
 */
function filesBesideModules(): Plugin {
  const copies = new Map<string, string>();
  return {
    name: 'hearth:files-beside-modules',
    applyToEnvironment: (environment) => environment.name === 'server',
    transform(code, id) {
      if (!id.startsWith(serverDir) || !code.includes('import.meta.url')) return null;
      return code.replace(
        /(['"])(\.\.?\/[^'"]*)\1(?=\s*,\s*import\.meta\.url\s*\))/g,
        (_whole, quote: string, path: string) => {
          const source = resolve(dirname(id), path);
          const place = relative(serverDir, source).split(sep).join('/');
          if (source.startsWith(serverDir) || source === languagesDir || source === resolve(root, 'package.json'))
            copies.set(source, resolve(serverOut, place));
          return `${quote}./${place}${quote}`;
        },
      );
    },
    writeBundle() {
      for (const path of serverData) copies.set(resolve(serverDir, path), resolve(serverOut, path));
      for (const [from, to] of copies) if (existsSync(from)) cpSync(from, to, { recursive: true, filter: isOfServer });
    },
  };
}

/** In development: an address that a page makes up for its screens gets that page, as server/runtime/pages.ts answers it. */
function pagesAtTheirAddresses(): Plugin {
  return {
    name: 'hearth:pages-at-their-addresses',
    configureServer({ config, middlewares }) {
      middlewares.use((request, _response, next) => {
        const path = request.url?.split('?', 1)[0] ?? '';
        const page = pages.find((name) => path.startsWith(`/${name}/`));
        if (page !== undefined && request.headers.accept?.includes('text/html') === true)
          request.url = `${config.base}${page}/index.html`;
        next();
      });
    },
  };
}

/** The page that the window shows while there is no server: plain files, opened from disk. */
function statusPage(): Plugin {
  return {
    name: 'hearth:status-page',
    applyToEnvironment: (environment) => environment.name === 'electronMain',
    writeBundle: () =>
      cpSync(resolve(root, 'electron/status/page'), resolve(root, 'dist/electron/status'), { recursive: true }),
  };
}

/** The fonts of formulas come in three forms; every browser that the pages are built for reads the smallest. */
function smallestFonts(): Plugin {
  return {
    name: 'hearth:smallest-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('katex.min.css') ? code.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, '') : null,
  };
}

/** Puts the forms of the console's files beside them that server/http/static-files.ts sends to browsers that read them. */
function smallerForms(): Plugin {
  const outDir = resolve(root, 'dist/renderer');
  // The strongest makes them a fifteenth smaller, and takes twenty times as long of a start after a change.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const compress = async (path: string): Promise<void> => {
    const content = await readFile(path);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, quality),
      promisify(gzip)(content, { level: 9 }),
    ]);
    if (br.length < content.length) await writeFile(`${path}.br`, br);
    if (gz.length < content.length) await writeFile(`${path}.gz`, gz);
  };
  return {
    name: 'hearth:smaller-forms',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle() {
      const names = await readdir(outDir, { recursive: true });
      const texts = names.filter((name) => /\.(?:js|css|html|svg|json|webmanifest)$/.test(name));
      await Promise.all(texts.map(async (name) => compress(resolve(outDir, name))));
    },
  };
}

/** Style sheets of the pages in the order in which their rules count on each other, however modules are put into scripts. */
const styleOrder = ['clipboard', 'index', 'tokens', 'message-code', 'fields'];

function stylesInOrder(): Plugin {
  const placeOf = (link: string): number => {
    const name = /\/([\w-]+)-[\w-]{8}\.css"/.exec(link)?.[1] ?? '';
    return (styleOrder.indexOf(name) + styleOrder.length + 1) % (styleOrder.length + 1);
  };
  return {
    name: 'hearth:styles-in-order',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/^ *<link rel="stylesheet"[^>]*>\n/gm) ?? [];
        const sorted = links.toSorted((one, other) => placeOf(one) - placeOf(other));
        return links
          .reduce((rest, link) => rest.replace(link, ''), html)
          .replace('</head>', `${sorted.join('')}</head>`);
      },
    },
  };
}

/** Both pages begin with these: one script instead of six, as each that is asked for costs work in four processes. */
const libraries = {
  name: 'libraries',
  tags: ['$initial' as const],
  test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:query-core|react-query)|i18next)\//,
};

/**
 * What the chat begins with, in one script: without this each module that a later part uses too gets a script of its own, a hundred
 * of them, which compress badly. Its entry is not in it, and needs it; what only the chat has of other folders is.
 */
const chatAtFirst = {
  name: 'chat',
  tags: ['$initial' as const],
  test: new RegExp(
    `/(?:${[
      'renderer/chat/(?!main\\.tsx|notify/notifications-worker)',
      'renderer/client/(?:state/|namesakes|link-text|desktop-sign-in)',
      'renderer/components/line-icon',
      'server/markdown/blocks/fence-lines',
    ].join('|')}).*\\.tsx?$`,
  ),
  // What the console has, too, stays where both find it.
  includeDependenciesRecursively: false,
};

/**
 * V8 keeps the text of a program, with two bytes for each character as soon as one needs them. So what is not ASCII is written as
 * its escape; where that would mean something else, the build fails.
 */
function oneByteTexts(): Plugin {
  return {
    name: 'hearth:one-byte-texts',
    applyToEnvironment: (environment) => environment.name === 'server',
    // Last of all: whatever prints the program once more would write the characters themselves again.
    generateBundle(_options, bundle) {
      const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const other = /String\.raw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(chunk.code)?.[0];
        if (other !== undefined) this.error(`${chunk.fileName} has a character here that has to be escaped: ${other}`);
        chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escape);
      }
    },
  };
}

const nodeBuild = { minify: false, reportCompressedSize: false, emptyOutDir: true, copyPublicDir: false } as const;

/** Commands that tests start, whatever the language of this machine is. */
const speaksEnglish = { HEARTH_LANGUAGE: 'en' };

export default defineConfig({
  root: testing ? root : resolve(root, 'renderer'),
  // Scripts, styles and pictures of every page: written out, because a page is the same at addresses of any depth.
  base: '/console/',
  publicDir: false,
  plugins: [
    react(),
    sentencesOfPages(root),
    pagesAtTheirAddresses(),
    filesBesideModules(),
    oneByteTexts(),
    statusPage(),
    smallerForms(),
    smallestFonts(),
    stylesInOrder(),
  ],
  server: { port: 7421, strictPort: true, host: '127.0.0.1' },
  builder: {
    async buildApp(builder) {
      rmSync(resolve(root, 'dist'), { recursive: true, force: true });
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: resolve(root, 'dist/renderer'),
        emptyOutDir: true,
        target: 'es2022',
        // A strict content policy allows no data: scripts or fonts, so nothing is inlined.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        chunkSizeWarningLimit: 900,
        // What is built into the console keeps its licences beside it.
        license: { fileName: 'licenses.md' },
        rolldownOptions: {
          input: [
            ...pages.map((name) => resolve(root, 'renderer', name, 'index.html')),
            resolve(root, `renderer/chat/notify/${serviceWorker}.ts`),
          ],
          output: {
            codeSplitting: { groups: [libraries, chatAtFirst] },
            entryFileNames: ({ name }) => (name === serviceWorker ? '[name].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    },
    server: {
      consumer: 'server',
      // Of its hundred files the server needs few: reading each took a tenth of a start.
      resolve: { noExternal: ['zod', 'i18next'] },
      build: {
        ...nodeBuild,
        outDir: serverOut,
        target: 'node20',
        license: { fileName: 'licenses.md' },
        rolldownOptions: {
          input: Object.fromEntries(serverEntries.map((entry) => [basename(entry, '.ts'), resolve(root, entry)])),
          output: {
            format: 'esm',
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            // A tenth of the text that V8 keeps; what has to be told of licences stands beside it.
            comments: false,
            // A long table, with a licence of its own.
            codeSplitting: { groups: [{ name: 'emoji-data', test: /emoji-data\.json$/ }] },
          },
        },
      },
    },
    electronMain: {
      consumer: 'server',
      // As in the server, which brings their licences: the app has no package of i18next.
      resolve: { noExternal: ['zod', 'i18next'] },
      build: {
        ...nodeBuild,
        outDir: resolve(root, 'dist/electron'),
        target: 'node22',
        rolldownOptions: {
          input: { main: resolve(root, 'electron/main.ts') },
          external: ['electron'],
          output: { format: 'esm', entryFileNames: '[name].js' },
        },
      },
    },
    electronPreload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        ...nodeBuild,
        emptyOutDir: false,
        outDir: resolve(root, 'dist/electron'),
        target: 'node22',
        // A sandboxed preload can only be CommonJS, in one file.
        rolldownOptions: {
          input: { preload: resolve(root, 'electron/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  test: {
    // Left alone, a machine with two cores would use one.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', ...besideServer],
          exclude: ['server/markdown/**'],
          environment: 'node',
          globalSetup: 'server/testing/find-build.mjs',
          env: speaksEnglish,
          ...patience,
          ...seldomOptimized,
          // Files share the modules of their process: no test changes one, and loading them again for each file took most of the time.
          isolate: false,
        },
      },
      // Measured side by side, so not in a process that a hundred files have used before.
      {
        test: {
          name: 'markdown',
          include: ['server/markdown/**/*.test.ts'],
          environment: 'node',
          ...patience,
        },
      },
      {
        test: {
          name: 'renderer',
          include: ['renderer/**/*.test.ts'],
          exclude: [...besideServer, pageTests],
          environment: 'node',
          setupFiles: 'renderer/testing/page-of-file.ts',
          ...patience,
          ...seldomOptimized,
          isolate: false,
        },
      },
      {
        // React as it is shipped: with its development build a test takes twice as long.
        oxc: { jsx: { development: false } },
        test: {
          name: 'pages',
          include: [pageTests],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { width: 1280, height: 720 } },
          globalSetup: 'server/testing/find-build.mjs',
          env: { ...speaksEnglish, NODE_ENV: 'production' },
          ...patience,
          ...seldomOptimized,
          isolate: false,
        },
      },
      {
        test: {
          name: 'electron',
          include: ['electron/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/testing/find-build.mjs',
          env: speaksEnglish,
          ...patience,
          ...seldomOptimized,
          isolate: false,
        },
      },
    ],
  },
});
