/** Fetches what linked pages say of themselves, and has the messages that link to them show it. Works through the table; a restart goes on. */
import type { DueWork } from '../delivery/due-work.ts';
import { makeNetworkGuard, type NetworkGuard } from '../delivery/network-guard.ts';
import { fetchFile, type FetchLimits } from '../delivery/page-fetch.ts';
import { settlePage, waitingPages, type PagePreview } from '../domain/link-previews/rows.ts';
import { pageText, showPreview } from '../domain/messages/link-previews.ts';
import { deliverySettings } from '../domain/organization/delivery-settings.shared.ts';
import { messageOf } from '../errors.ts';
import type { ServerServices } from '../operations/services.ts';
import { keepPreviewPicture, removePreviewPicture } from '../uploads/preview-pictures.ts';
import { systemTools } from './job-tools.ts';

const atOnce = 4;
const page: FetchLimits = {
  types: /^(?:text\/html|application\/xhtml\+xml)\b/i,
  maxBytes: 512 * 1024,
  takesPart: true,
};
const picture: FetchLimits = {
  types: /^image\/(?:png|jpeg|gif|webp|avif)\b/i,
  maxBytes: 5 * 1024 * 1024,
  takesPart: false,
};

/** @param stop ends what is under way: it waits for the next start. */
export function linkPreviewWork(services: ServerServices, stop: AbortSignal): DueWork {
  const { read, writeAsSystem, log } = systemTools(services);
  const { dataDir } = services.options;
  const settle = async (url: string, guard: NetworkGuard): Promise<void> => {
    const preview = await previewOf(url, services, guard, stop).catch((error: unknown) => {
      log.info({ reason: messageOf(error) }, 'a linked page has no preview');
      return null;
    });
    if (stop.aborted) return;
    const unused = await writeAsSystem((acting) => {
      const pictures = settlePage(acting, url, preview);
      if (preview !== null) showPreview(acting, url);
      return pictures;
    });
    for (const name of unused) await removePreviewPicture(dataDir, name);
  };
  return {
    name: 'link previews',
    async run() {
      for (;;) {
        const { urls, allowed } = await read((db) => ({
          urls: waitingPages(db, atOnce),
          allowed: deliverySettings(db).webhook_allowed_networks,
        }));
        if (urls.length === 0 || stop.aborted) return null;
        const guard = await makeNetworkGuard(allowed);
        try {
          await Promise.all(urls.map((url) => settle(url, guard)));
        } finally {
          await guard.dispatcher.close();
        }
      }
    },
  };
}

async function previewOf(
  url: string,
  services: ServerServices,
  guard: NetworkGuard,
  stop: AbortSignal,
): Promise<PagePreview | null> {
  const fetched = await fetchFile(url, page, guard, stop);
  const text = fetched === null ? null : pageText(fetched);
  if (text === null) return null;
  const { title, description, image } = text;
  // Without its picture a preview is still one.
  const name = image === null ? null : await pictureOf(image, services, guard, stop).catch(() => null);
  return { title, description, image: name };
}

async function pictureOf(
  url: string,
  { options, random }: ServerServices,
  guard: NetworkGuard,
  stop: AbortSignal,
): Promise<string | null> {
  const fetched = await fetchFile(url, picture, guard, stop);
  return fetched === null ? null : keepPreviewPicture(options.dataDir, fetched.bytes, random);
}
