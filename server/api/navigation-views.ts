/** Navigation views (contract: navigation_views). A fragment may contain slashes, encoded or not. */
import * as navigation from '../domain/navigation/edit.ts';
import { bool, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const fragment = text({ min: 1, max: 1000 });
const name = text({ max: 100 });

export const getNavigationViews = endpoint({
  method: 'GET',
  path: '/navigation_views',
  access: 'authenticated',
  summary: 'Lists your navigation views.',
  params: {},
  run: ({ read }) => read((viewing) => ({ navigation_views: navigation.navigationViews(viewing) })),
});

export const addNavigationView = endpoint({
  method: 'POST',
  path: '/navigation_views',
  access: 'authenticated',
  summary: 'Adds a navigation view.',
  params: { fragment, is_pinned: bool(), name: name.optional().describe('Custom views only.') },
  run: ({ write, params }) =>
    write((acting) => {
      navigation.addNavigationView(acting, {
        fragment: params.fragment,
        isPinned: params.is_pinned,
        name: params.name,
      });
      return {};
    }),
});

export const editNavigationView = endpoint({
  method: 'PATCH',
  path: '/navigation_views/{*fragment}',
  access: 'authenticated',
  summary: 'Pins, unpins or renames a navigation view.',
  params: { fragment, is_pinned: bool().optional(), name: name.optional() },
  run: ({ write, params }) =>
    write((acting) => {
      navigation.editNavigationView(acting, params.fragment, { isPinned: params.is_pinned, name: params.name });
      return {};
    }),
});

export const removeNavigationView = endpoint({
  method: 'DELETE',
  path: '/navigation_views/{*fragment}',
  access: 'authenticated',
  summary: 'Removes a navigation view.',
  params: { fragment },
  run: ({ write, params }) =>
    write((acting) => {
      navigation.removeNavigationView(acting, params.fragment);
      return {};
    }),
});
