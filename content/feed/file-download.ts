/**
 * Downloads files that content refers to. Editors choose the address, and the site publishes what it finds there. Against request forgery (SSRF), it
 * asks only the content service itself, and hosts that the operator has named, if they are in the public network.
 */
import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, type LookupFunction, isIP } from 'node:net';

export interface DownloadRules {
  /** Origins of the content service; they may be in a private network. */
  ownOrigins: readonly string[];
  /** Other hosts that may serve files, such as `cdn.example` or `cdn.example:8443`. */
  hosts: readonly string[];
  /** Networks to which no named host may resolve; by default every network that is not public. */
  forbidden?: BlockList;
}

export class DownloadError extends Error {}

const maxRedirects = 3;

const findFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listPrivateNetworks(): BlockList {
  const list = new BlockList();
  for (const network of [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    // IPv4-mapped and translated addresses may lead into any IPv4 network.
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ]) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), findFamily(address));
  }
  return list;
}

const privateNetworks = listPrivateNetworks();

function isForbidden(address: string, list: BlockList): boolean {
  return list.check(address, findFamily(address));
}

/** Creates the lookup of a connection, which also checks the addresses: after a separate check, the name could resolve to another address. */
function createPublicLookup(list: BlockList): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses;
      const failure =
        error ??
        (!first || addresses.some(({ address }) => isForbidden(address, list))
          ? new DownloadError(`${name} is no host of the public network`)
          : null);
      if (failure || !first) done(failure, '');
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Chooses the lookup of a connection; undefined for the content service's own origins. @throws DownloadError when the address is not allowed. */
function chooseLookup(
  url: URL,
  { ownOrigins, hosts, forbidden = privateNetworks }: DownloadRules,
): LookupFunction | undefined {
  if (ownOrigins.includes(url.origin)) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new DownloadError(`${url.protocol} is no protocol for files`);
  if (!hosts.includes(url.host))
    throw new DownloadError(`${url.host} is neither the content service nor one of MEDIA_HOSTS`);
  // Node never looks up a host that is an IP address, so check it here.
  const hostAddress = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostAddress) !== 0 && isForbidden(hostAddress, forbidden))
    throw new DownloadError(`${url.host} is no host of the public network`);
  return createPublicLookup(forbidden);
}

function request(url: URL, lookupHost: LookupFunction | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    get(url, { signal, agent: false, ...(lookupHost ? { lookup: lookupHost } : {}) }, resolve).on('error', reject);
  });
}

/** Downloads a file, and follows redirects under the same rules. @param limit in bytes. @throws DownloadError, or an error of the network. */
export async function download(
  from: string,
  rules: DownloadRules,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  let url = URL.parse(from);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!url) throw new DownloadError(`${from} is no address`);
    const response = await request(url, chooseLookup(url, rules), signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return readBytes(response, limit, from);
    response.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode)) throw new DownloadError(`${from} answered ${statusCode}`);
    url = URL.parse(headers.location ?? '', url.href);
  }
  throw new DownloadError(`${from} redirects more than ${maxRedirects} times`);
}

async function readBytes(response: IncomingMessage, limit: number, from: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) {
      response.destroy();
      throw new DownloadError(`${from} is larger than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
