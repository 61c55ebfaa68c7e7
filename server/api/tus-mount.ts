/** Mount point of resumable uploads; their handler (tus.ts) is loaded with the first of them. */
import type { Mount } from '../http/router.ts';
import { tusPath, type TusOptions } from './tus-options.ts';

/** @returns the place among the routes, which loads the rest when it is first asked. */
export function tusMount(options: TusOptions): Mount {
  let loaded: Promise<Mount['handle']> | undefined;
  return {
    prefix: tusPath,
    async handle(request, response, info) {
      // A load that failed is tried again with the next request.
      loaded ??= import('./tus.ts')
        .then(({ mountTus }) => mountTus(options))
        .catch((error: unknown) => {
          loaded = undefined;
          throw error;
        });
      await (
        await loaded
      )(request, response, info);
    },
  };
}
