/** The part of the viewer that the page uses; the package brings no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { createElement, FunctionComponent, ReactNode } from 'react';

  export type Component = FunctionComponent<Readonly<Record<string, ReactNode>>>;
  export interface System {
    React: { createElement: typeof createElement };
  }
  export type Plugin = (system: System) => { components: Readonly<Record<string, Component>> };

  interface Options {
    url: string;
    domNode: Element;
    /** Name of a component. */
    layout: string;
    plugins: readonly Plugin[];
    deepLinking: boolean;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    filter: boolean;
    /** Where documents would be checked: null sends nothing anywhere. */
    validatorUrl: string | null;
    requestInterceptor: (request: RequestInit & { url: string }) => RequestInit & { url: string };
  }
  export default function SwaggerUI(options: Options): unknown;
}
