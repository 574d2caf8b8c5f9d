/**
 * Encrypts the secrets of a back-up with a passphrase. The file: 24 bytes `brokerfront-secrets-v1\n` and a zero, 16 bytes salt, 12 bytes nonce, the
 * ciphertext, 16 bytes tag. The key is scrypt(passphrase, salt, N = 65536, r = 8, p = 1), 32 bytes; the cipher AES-256-GCM, with everything
 * before the ciphertext authenticated too. The text is JSON.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as v from 'valibot';

const heading = Buffer.from('brokerfront-secrets-v1\n\0');
const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16];
const headBytes = heading.length + saltBytes + nonceBytes;
/** Each guess of the passphrase costs 64 MB and a quarter of a second. */
const keyCost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const secretsSchema = v.object({
  /** Contents as base64, by `data/…` or `cms/…`. */
  files: v.record(v.string(), v.string()),
  /** Values that the environment set, by name. */
  environment: v.record(v.string(), v.string()),
});
export type Secrets = v.InferOutput<typeof secretsSchema>;

const deriveKey = (passphrase: string, salt: Buffer) => scryptSync(passphrase, salt, 32, keyCost);

export function encryptSecrets(secrets: Secrets, passphrase: string): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const head = Buffer.concat([heading, salt, nonce]);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), nonce).setAAD(head);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  return Buffer.concat([head, text, cipher.getAuthTag()]);
}

/** Decrypts and parses the secrets. @throws when the passphrase is wrong, or the file was changed. */
export function decryptSecrets(file: Buffer, passphrase: string): Secrets {
  if (file.length < headBytes + tagBytes || !file.subarray(0, heading.length).equals(heading))
    throw new Error('secrets.enc is not a file of secrets.');
  const head = file.subarray(0, headBytes);
  const salt = head.subarray(heading.length, heading.length + saltBytes);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(passphrase, salt), head.subarray(-nonceBytes))
    .setAAD(head)
    .setAuthTag(file.subarray(-tagBytes));
  try {
    const text = Buffer.concat([decipher.update(file.subarray(headBytes, -tagBytes)), decipher.final()]);
    return v.parse(secretsSchema, JSON.parse(text.toString('utf8')));
  } catch {
    throw new Error('secrets.enc cannot be opened: BACKUP_KEY is not the one of the back-up, or the file was changed.');
  }
}
