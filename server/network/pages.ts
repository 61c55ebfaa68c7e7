/**
 * The plain pages for whoever cannot get in: the test from a second device, and help with connecting. One file each, no script,
 * no sign-in, so that every phone shows them.
 */
import type { ChatServices } from '../domain/acting.ts';
import { originForOthers } from '../domain/organization/addresses.ts';
import { organizationSetting } from '../domain/organization/rows.ts';
import { htmlAnswer, type PageAnswer } from './page-answer.ts';
import { frame, helpPage, reachPage } from './page-texts.ts';
import type { TeamNetwork } from './team-network.ts';

export interface PageRequest {
  path: string;
  query: URLSearchParams;
  /** As the visitor addressed us: "http://192.168.1.20:7420". */
  origin: string;
  ip: string;
  userAgent: string;
}

/** @returns null when the path is none of these pages. */
export async function networkPage(
  services: ChatServices & { network: TeamNetwork },
  request: PageRequest,
): Promise<PageAnswer | null> {
  const { network, storage } = services;
  const path = request.path.replace(/(.)\/$/, '$1');
  if (path === '/help/certificate.pem' && network.certificate !== null)
    return {
      status: 200,
      type: 'application/x-x509-ca-cert',
      headers: { 'Content-Disposition': 'attachment; filename="hearth-certificate.pem"' },
      body: network.certificate,
    };
  if (path !== '/reach' && path !== '/help') return null;
  const organization = await storage.read((db) => organizationSetting(db, 'name'));
  if (path === '/help') {
    const { https } = await network.state();
    const origin = originForOthers({ origin: request.origin, services });
    return htmlAnswer(200, frame('Help with connecting', helpPage({ origin, organization, https })));
  }
  const code = request.query.get('code');
  const outcome = code === null ? null : network.reachedBy(code.slice(0, 20), request.ip, request.userAgent);
  const status = outcome === 'too_often' ? 429 : 200;
  return htmlAnswer(status, frame('Can this device reach Hearth?', reachPage({ organization, outcome })));
}
