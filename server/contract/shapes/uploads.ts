/** Uploads as the console shows them. Times are UNIX seconds, sizes bytes. */
import { z } from 'zod';

const consoleUploadShape = z.strictObject({
  id: z.number(),
  owner_id: z.number(),
  size: z.number(),
  create_time: z.number(),
  message_count: z.number(),
  file: z
    .strictObject({
      name: z.string(),
      path_id: z.string(),
      content_type: z.string(),
    })
    .nullable()
    .describe('null: not for the reader.'),
  messages: z
    .array(
      z.strictObject({
        id: z.number(),
        stream_id: z.number().nullable(),
        topic: z.string(),
        timestamp: z.number(),
      }),
    )
    .describe('The newest messages that share it, of those that the reader may read.'),
});
export type ConsoleUpload = z.infer<typeof consoleUploadShape>;

export const consoleUploadsShape = z.strictObject({
  uploads: z.array(consoleUploadShape),
  total: z.number().describe('Of those that the filter lets through.'),
  total_size: z.number(),
  upload_space_used: z.number().describe('Of every upload.'),
  quota_mib_per_user: z.number(),
});
export type ConsoleUploads = z.infer<typeof consoleUploadsShape>;
