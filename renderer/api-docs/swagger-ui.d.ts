/** The part of the viewer that the page uses; the package brings no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    url: string;
    domNode: Element;
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
