/** Libraries of deliveries, loaded before there are requests: mail, HTTP and the encryption of push notifications. */

export async function loadDeliveryLibraries(): Promise<void> {
  await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-connection'),
    import('undici'),
    import('libsodium-wrappers'),
    import('http_ece'),
  ]);
}
