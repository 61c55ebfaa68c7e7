/**
 * Layout of the viewer with headings in order and one main landmark, which is the page's own, and no link inside of a button: the
 * viewer's own layout has neither.
 */
import type { Component, Plugin, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

interface LayoutProps {
  specSelectors: { loadingStatus(): string };
  getComponent(name: string, isConnected?: boolean): Component;
}

/** @param system gives the React of the viewer. */
export const layoutPlugin: Plugin = ({ React: { createElement: element } }: System) => ({
  components: {
    /** Of paths, which are on the button that opens an operation. */
    DeepLink: ({ text }) => element('span', null, text),
    ApiLayout(props) {
      const { specSelectors, getComponent: part } = props as Readonly<Record<string, unknown>> & LayoutProps;
      // Of a document that is not there yet, or cannot be read.
      if (specSelectors.loadingStatus() !== 'success') return element(part('BaseLayout', true), props);
      const row = (className: string, content: string) =>
        element(part('Row'), { className }, element(part('Col'), { mobile: 12 }, element(part(content, true))));
      return element(
        'div',
        { className: 'swagger-ui' },
        element(part('SvgAssets')),
        row('information-container', 'InfoContainer'),
        element(
          'div',
          { className: 'scheme-container' },
          element(
            part('Col'),
            { className: 'schemes wrapper', mobile: 12 },
            element(part('AuthorizeBtnContainer', true)),
          ),
        ),
        element(part('FilterContainer', true)),
        element('h2', { className: 'operations-title wrapper' }, 'Operations'),
        row('', 'operations'),
      );
    },
  },
});
