/** Facts of operations in delivery.ts that deviate from the defaults (spec/facts.ts). */
import { belowOwners, unaudited, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = { audit: unaudited.unchanged };

export const facts: Facts = {
  'PATCH /console/delivery_settings': { audit: ['delivery changed'] },
  'POST /console/delivery_settings/certificate_check': {
    refused: { ...belowOwners, owner: 'no mail server' },
    call: { fails: 'there is no mail server: delivery/mail-certificate.test.ts' },
    life: lifeless.machine,
  },
  'POST /console/delivery_settings/test_mail': { life: lifeless.machine },
  'GET /console/deliveries/{delivery_id}': { call: { params: ({ ids }) => ({ delivery_id: ids.delivery }) } },
  'POST /console/deliveries/{delivery_id}/retry': {
    call: { params: ({ ids }) => ({ delivery_id: ids.delivery }) },
    audit: 'a mail or webhook is tried again, with the same content',
    life: lifeless.machine,
  },
};
