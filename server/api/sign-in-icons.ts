/** The pictures on the buttons of providers: uploaded ones, or our own drawings. */
import { iconSvg } from '../domain/single-sign-on/icons.ts';
import { findProviderBySlug, type ProviderRow } from '../domain/single-sign-on/rows.ts';
import { notFound } from '../errors.ts';
import { RawAnswer } from '../http/endpoint.ts';
import { text } from '../http/params.ts';
import { drawSvg } from '../uploads/pictures.ts';
import { uploadPolicy } from '../uploads/types.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Server and sign-in';

/** Pixels: apps show it at 24, on screens with up to four pixels a point. */
export const iconSide = 96;

/** Its address below this server; another one for each picture, as it is cached. */
export const iconPath = ({ slug, kind, icon }: Pick<ProviderRow, 'slug' | 'kind' | 'icon'>): string =>
  `/accounts/login/social/oidc/${slug}/icon.png?version=${icon === '' ? kind : icon.length + icon.slice(-16).replaceAll(/[^a-z0-9]/gi, '')}`;

/** Drawn once: kinds are few. */
const drawn = new Map<string, Promise<Buffer>>();

async function drawing(kind: string): Promise<Buffer> {
  const known = drawn.get(kind);
  if (known !== undefined) return known;
  const made = drawSvg(iconSvg(kind, iconSide));
  drawn.set(kind, made);
  made.catch(() => drawn.delete(kind));
  return made;
}

export const getProviderIcon = endpoint({
  method: 'GET',
  path: '/accounts/login/social/oidc/{provider}/icon.png',
  prefix: '',
  access: 'anonymous',
  summary: 'The picture on the button of a provider.',
  personal: false,
  answer: 'file',
  params: {
    provider: text({ min: 1, max: 30 }).describe('As in external_authentication_methods.'),
    version: text({ max: 60 }).optional().describe('Makes a new address of a new picture; not read.'),
  },
  async run({ read, params }) {
    const provider = await read(({ db }) => findProviderBySlug(db, params.provider));
    if (provider === undefined) throw notFound('There is no such sign-in provider.');
    const { icon, kind } = provider;
    return new RawAnswer({
      headers: {
        'Content-Type': 'image/png',
        'Content-Security-Policy': uploadPolicy,
        'Cache-Control': 'public, max-age=86400',
      },
      body: icon === '' ? await drawing(kind) : Buffer.from(icon, 'base64'),
    });
  },
});
