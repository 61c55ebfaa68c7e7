/** Modules of the build (server/tools/languages/plugin.ts). */
declare module 'virtual:sentences/*' {
  /** Loads the sentences of a language: translations by their English. */
  export const sentences: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>>;
}
