/**
 * Compose, systemd and Kubernetes set only variables that exist, with values that the programs accept, and have the form that their programs read.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settings as settingsOfStrapi } from '../../cms/src/setup/settings.ts';
import serverProcess from '../../tools/server-process.json' with { type: 'json' };
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig, secretSettings, settings as settingsOfSite } from '../../server/parse-config.ts';
import { postgresInstalled, startPostgres } from '../services/postgres.ts';
import { readContainerfile } from './containerfile.ts';
import {
  type Resource,
  credentialsOfUnit,
  readCompose,
  readDocuments,
  readResources,
  readVarnishCompose,
  settingsOfUnit,
  settingsOfWorkload,
} from './manifests.ts';

type KindOfResource = new (data: object) => { validate: () => void };
const deploy = join(projectRoot, 'deploy');
const unit = (name: string) => readFileSync(join(deploy, 'systemd', name), 'utf8');
const siteUnit = 'brokerfront-site@.service';
const cmsUnit = 'brokerfront-cms.service';
const backupUnit = 'brokerfront-backup.service';
/** Apart from the other secrets: who reads the back-ups must not find it beside them. */
const backupKey = '/etc/brokerfront/backup-key';
let folder: string;
let secrets: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-deploy-'));
  secrets = join(folder, 'secrets');
  execFileSync(join(deploy, 'make-secrets.sh'), [secrets]);
  // Variables of an installation with a store for CVs.
  writeFileSync(join(secrets, 'cv-storage-url'), 'https://key:secret@store.example/cvs?region=eu-1\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds the environment of a program from an image and a manifest, with the secrets that `make-secrets.sh` has written. */
function withSecrets(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value];
      const file = join(secrets, basename(value));
      expect(existsSync(file), `${name} names ${value}, which make-secrets.sh does not write`).toBe(true);
      return [name, file];
    }),
  );
}
const imageSettings = (file: string) =>
  Object.assign(
    {},
    ...(readContainerfile(join(deploy, file)).at(-1)?.steps ?? []).map((step) =>
      step.kind === 'env' ? step.values : {},
    ),
  ) as Record<string, string>;
const ofProcess = new Set(['NODE_ENV', 'BROKERFRONT_ROOT', 'HOME', ...Object.keys(serverProcess.environment)]);

function expectSiteSettings(variables: Record<string, string>): void {
  const knownSettings = new Set([...settingsOfSite, ...secretSettings.map((name) => `${name}_FILE`), ...ofProcess]);
  expect(Object.keys(variables).filter((name) => !knownSettings.has(name))).toEqual([]);
  const config = parseConfig(withSecrets(variables));
  expect([config.clientIpHeader, config.accounts.databaseUrl, config.valkeyUrl]).toEqual([
    'x-real-ip',
    expect.stringContaining('postgres://site:'),
    expect.stringContaining('redis://:'),
  ]);
}
function expectCmsSettings(variables: Record<string, string>): void {
  expect(Object.keys(variables).filter((name) => !settingsOfStrapi.includes(name) && !ofProcess.has(name))).toEqual([]);
  withSecrets(variables);
  // Without these two variables the site would receive no webhook.
  expect(Object.keys(variables)).toEqual(
    expect.arrayContaining(['STRAPI_TOKEN_FILE', 'STRAPI_WEBHOOK_SECRET_FILE', 'SITE_WEBHOOK_URL']),
  );
}

describe('compose.yaml', () => {
  const { services, ...declared } = readCompose();

  test('sets only variables that exist, and the same for both sites', () => {
    expectSiteSettings({ ...imageSettings('site.Containerfile'), ...services['site-1']?.environment });
    expect(services['site-2']).toEqual(services['site-1']);
    expectCmsSettings({ ...imageSettings('cms.Containerfile'), ...services['cms']?.environment });
  });

  test('declares every secret, volume, network and service that it names, and has the files that it mounts', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const secret of service.secrets) expect(Object.keys(declared.secrets), name).toContain(secret);
      for (const network of service.networks) expect(Object.keys(declared.networks), name).toContain(network);
      for (const other of Object.keys(service.depends_on)) expect(Object.keys(services), name).toContain(other);
      for (const volume of service.volumes) {
        const source = volume.split(':')[0] ?? '';
        if (!source.startsWith('./')) expect(Object.keys(declared.volumes), name).toContain(source);
        else if (source !== './tls') expect(existsSync(join(deploy, source)), source).toBe(true);
      }
      for (const [, secret = ''] of JSON.stringify(service).matchAll(/\/run\/secrets\/([\w-]+)/g))
        expect(service.secrets, name).toContain(secret);
    }
    const secretFiles = readdirSync(secrets).filter((name) => name !== 'cv-storage-url');
    expect(Object.keys(declared.secrets).sort()).toEqual(secretFiles.sort());
  });

  test('gives each service a health check, and a read-only root to all but the database', () => {
    for (const [name, service] of Object.entries(services)) {
      const image = service.build && readContainerfile(join(deploy, '..', service.build.dockerfile)).at(-1);
      expect((image?.healthCheck ?? service.healthcheck?.test ?? []).length, name).toBeGreaterThan(0);
      expect([service.read_only, service.cap_drop], name).toEqual(name === 'postgres' ? [false, []] : [true, ['ALL']]);
    }
  });

  test.skipIf(!postgresInstalled)(
    'has a script that creates both databases, which only their owners may open',
    async () => {
      const postgres = await startPostgres();
      try {
        const { port } = new URL(postgres.url);
        execFileSync(join(deploy, 'postgres/databases.sh'), {
          env: { ...process.env, SECRETS_DIR: secrets, PGHOST: '127.0.0.1', PGPORT: port },
          stdio: 'pipe',
        });
        const as = (user: string, database: string) =>
          execFileSync(
            'psql',
            [
              '-h',
              '127.0.0.1',
              '-p',
              port,
              '-U',
              user,
              '-d',
              database,
              '-Atc',
              'CREATE TABLE mine (id int); SELECT current_user',
            ],
            { stdio: 'pipe' },
          ).toString();
        expect(as('site', 'site')).toContain('site');
        expect(as('strapi', 'strapi')).toContain('strapi');
        expect(() => as('site', 'strapi')).toThrow(/permission denied/);
      } finally {
        await postgres.stop();
      }
    },
  );
});

describe('systemd', () => {
  test('the units set variables that exist and start Node as npm start does', () => {
    const site = settingsOfUnit(`systemd/${siteUnit}`, '3001', '/credentials');
    expectSiteSettings({ ...site, SITE_URL: 'https://broker.example' });
    expect(site).toMatchObject({ ...serverProcess.environment, PORT: '3001' });
    expect(unit(siteUnit)).toContain(`bin/node ${serverProcess.flags.join(' ')} dist/server/main.js\n`);
    expectCmsSettings(settingsOfUnit(`systemd/${cmsUnit}`, '', '/credentials'));
    for (const name of [siteUnit, cmsUnit, backupUnit]) {
      const credentials = Object.keys(credentialsOfUnit(`systemd/${name}`)).sort();
      const used = Object.values(settingsOfUnit(`systemd/${name}`, '', '/credentials')).filter((value) =>
        value.startsWith('/credentials/'),
      );
      expect(used.map((value) => basename(value)).sort()).toEqual(credentials);
      for (const source of Object.values(credentialsOfUnit(`systemd/${name}`)))
        expect(source === backupKey || existsSync(join(secrets, basename(source))), source).toBe(true);
    }
  });

  test('the back-up reads the folders, settings and secrets of both other units', () => {
    const settings = settingsOfUnit(`systemd/${backupUnit}`, '', '/credentials');
    const [site, cms] = [siteUnit, cmsUnit].map((name) => settingsOfUnit(`systemd/${name}`, '3001', '/credentials'));
    expect(settings).toMatchObject({ DATA_DIR: site?.['DATA_DIR'], CMS_DATA_DIR: cms?.['CMS_DATA_DIR'] });
    // Strapi reads these once, or they are for the panel alone.
    const others = new Set(['ADMIN_PASSWORD_FILE']);
    const files = [...Object.entries(site ?? {}), ...Object.entries(cms ?? {})].filter(
      ([name]) => name.endsWith('_FILE') && !others.has(name),
    );
    expect(settings).toMatchObject(Object.fromEntries(files));
    const state = /^StateDirectory=(.+)$/m.exec(unit(backupUnit))?.[1];
    const named = [...unit(backupUnit).matchAll(/\/var\/lib\/brokerfront-backups(?=\/| )/g)];
    expect([state, named.length]).toEqual(['brokerfront-backups', 3]);
    for (const one of ['DATA_DIR', 'CMS_DATA_DIR'])
      expect(/^ReadWritePaths=(.+)$/m.exec(unit(backupUnit))?.[1]?.split(' ')).toContain(settings[one]);
    const guide = readFileSync(join(deploy, '../docs/back-up.md'), 'utf8');
    for (const text of [backupKey, 'brokerfront-backup.timer', `/var/lib/${state}`]) expect(guide).toContain(text);
  });

  test.skipIf(!existsSync('/usr/bin/systemd-sysusers'))('the users of the units are created without a shell', () => {
    const place = join(folder, 'users');
    mkdirSync(join(place, 'etc'), { recursive: true });
    execFileSync('systemd-sysusers', [`--root=${place}`, join(deploy, 'systemd/brokerfront.sysusers')], {
      stdio: 'pipe',
    });
    const users = readFileSync(join(place, 'etc/passwd'), 'utf8');
    for (const name of [siteUnit, cmsUnit])
      expect(users).toMatch(new RegExp(`^${/^User=(.+)$/m.exec(unit(name))?.[1]}:.*:/usr/sbin/nologin$`, 'm'));
  });

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd accepts the units, and they are confined', () => {
    const place = mkdtempSync(join(folder, 'units-'));
    for (const name of [siteUnit, cmsUnit, backupUnit, 'brokerfront-backup.timer'])
      writeFileSync(join(place, name.replace('@.', '@3001.')), unit(name).replaceAll('/opt/brokerfront', projectRoot));
    for (const name of readdirSync(place)) {
      const path = join(place, name);
      expect(execFileSync('sh', ['-c', 'systemd-analyze verify --man=no "$1" 2>&1', 'sh', path]).toString()).toBe('');
      if (name.endsWith('.timer')) continue;
      // 2.0 on systemd's scale of 10, as 20: a right that a unit gains makes it more. The back-up reads the files of two users.
      const most = name === backupUnit ? 25 : 20;
      execFileSync('systemd-analyze', ['security', '--offline=yes', `--threshold=${most}`, path], { stdio: 'pipe' });
    }
  });
});

describe('Kubernetes', () => {
  const resources = [...readResources(), ...readResources('varnish')];
  const named = (kind: string, name: string) =>
    resources.find((resource) => resource.kind === kind && resource.metadata.name === name);

  const formatPath = ({ apiVersion, kind }: Resource) => `kubernetes-models/${apiVersion}/${kind}`;

  test.each(resources.map((resource) => [`${resource.kind} ${resource.metadata.name}`, resource] as const))(
    '%s has the form of the API’s schema',
    async (_, resource) => {
      const { [resource.kind]: Kind } = (await import(import.meta.resolve(formatPath(resource)))) as Record<
        string,
        KindOfResource
      >;
      if (!Kind) throw new Error(`there is no ${resource.kind}`);
      expect(() => new Kind(resource).validate()).not.toThrow();
      expect(() => new Kind({ ...resource, metadata: 'a text' }).validate()).toThrow(/metadata/);
    },
  );

  /** The schemas allow fields that they do not know, and the API drops these silently; the library's types do not allow them. */
  function misspelt(all: readonly Resource[]): string {
    const file = join(projectRoot, '.cache', `kubernetes-${process.pid}.ts`);
    const lines = all.flatMap((resource, index) => [
      `import type { I${resource.kind} as Kind${index} } from '${formatPath(resource)}';`,
      `export const resource${index}: Kind${index} = ${JSON.stringify(resource)};`,
    ]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.join('\n'));
    try {
      const compiler = [
        join(projectRoot, 'node_modules/typescript7/bin/tsc'),
        '--ignoreConfig',
        '--noEmit',
        '--skipLibCheck',
        '--strict',
      ];
      return spawnSync(process.execPath, [...compiler, '--module', 'nodenext', '--types', '', file]).stdout.toString();
    } finally {
      rmSync(file, { force: true });
    }
  }

  test('no field is misspelt', () => {
    expect(misspelt(resources)).toBe('');
    const site = named('Deployment', 'site');
    if (!site) throw new Error('there is no Deployment');
    const wrong = JSON.parse(JSON.stringify(site).replace('readinessProbe', 'readynessProbe')) as Resource;
    expect(misspelt([wrong])).toContain('readynessProbe');
  });

  test('each container gets variables that exist', () => {
    expect(resources.length).toBeGreaterThan(10);
    const [site, cms] = [named('Deployment', 'site'), named('StatefulSet', 'cms')];
    if (!site || !cms) throw new Error('a workload is missing');
    expectSiteSettings({ ...imageSettings('site.Containerfile'), ...settingsOfWorkload(site) });
    expectCmsSettings({ ...imageSettings('cms.Containerfile'), ...settingsOfWorkload(cms) });
  });

  test('selectors find pods, and a pod ends later than its drain', () => {
    const labels = new Set(
      ['site', 'cms', 'nginx', 'varnish'].filter((name) => named('Deployment', name) ?? named('StatefulSet', name)),
    );
    for (const [, name = ''] of JSON.stringify(resources).matchAll(/"app\.kubernetes\.io\/name":"([\w-]+)"/g))
      expect(labels).toContain(name);
    const site = named('Deployment', 'site');
    const grace = Number(/"terminationGracePeriodSeconds":(\d+)/.exec(JSON.stringify(site))?.[1]);
    expect(grace).toBeGreaterThan(Number(site && settingsOfWorkload(site)['DRAIN_SECONDS']) + 10);
  });
});

describe('Varnish between nginx and the sites', () => {
  const { services, networks } = readVarnishCompose();
  const compose = readCompose();
  const vcl = (name: string) => readFileSync(join(deploy, 'varnish', name), 'utf8');
  const image = readContainerfile(join(deploy, 'varnish.Containerfile')).at(-1);

  test('compose: both sites purge it, and everybody asks for an address that stays', () => {
    for (const name of ['site-1', 'site-2']) {
      const variables = services[name]?.environment ?? {};
      expectSiteSettings({
        ...imageSettings('site.Containerfile'),
        ...compose.services[name]?.environment,
        ...variables,
      });
      expect(variables['CDN_URL']).toBe('http://varnish:6082');
    }
    const findAddress = (name: string) => services[name]?.networks['inside']?.ipv4_address;
    const backends = [...vcl('compose.vcl').matchAll(/\.host = "(.+)";\n {2}\.port = "(\d+)"/g)];
    expect(backends.map(([, host, port]) => [host, port])).toEqual(
      ['site-1', 'site-2'].map((name) => [findAddress(name), '3000']),
    );
    expect(findAddress('varnish')).toMatch(/^[\d.]+$/);
    for (const [name, { volumes }] of Object.entries(services)) {
      for (const volume of volumes) expect(existsSync(join(deploy, volume.split(':')[0] ?? '')), volume).toBe(true);
      for (const network of Object.keys(services[name]?.networks ?? {}))
        expect(Object.keys({ ...compose.networks, ...networks })).toContain(network);
    }
    // Without Varnish nginx uses the same servers as in a fallback.
    for (const [, server = ''] of vcl('upstreams.conf').matchAll(/server ([^\s;]+)/g))
      expect(['varnish:6081', 'site-1:3000', 'site-2:3000', 'cms:1337']).toContain(server);
  });

  test('the image has the options of the test, except addresses and folders', () => {
    const [, options = ''] = /^ExecStart=\/usr\/sbin\/varnishd (.+)$/m.exec(vcl('brokerfront.conf')) ?? [];
    const flags = (image?.entrypoint ?? []).slice(1).join(' ');
    expect(flags.replaceAll('0.0.0.0', '127.0.0.1')).toBe(`${options} -n /tmp/varnish -T none`);
    expect([image?.exposed, image?.user]).toEqual([['6081', '6082'], '1000:1000']);
  });

  test('each Varnish in Kubernetes is purged by its own name, at ports that its service has', () => {
    const resources = readResources('varnish');
    const [patch] = readDocuments('varnish/site-patch.yaml');
    const site = readResources().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'site');
    if (!patch || !site) throw new Error('there is no site to patch');
    expect([patch.kind, patch.metadata.name]).toEqual([site.kind, site.metadata.name]);
    const variables = { ...settingsOfWorkload(site), ...settingsOfWorkload(patch) };
    expectSiteSettings({ ...imageSettings('site.Containerfile'), ...variables });
    const { replicas, serviceName } = (
      resources.find(({ kind }) => kind === 'StatefulSet') as unknown as {
        spec: { replicas: number; serviceName: string };
      }
    ).spec;
    const urls = Array.from({ length: replicas }, (_, pod) => `http://varnish-${pod}.${serviceName}:6082`);
    expect(variables['CDN_URL']?.split(',')).toEqual(urls);
    const ports = resources
      .filter(({ kind }) => kind === 'Service')
      .map(({ metadata, ...rest }) => [metadata.name, JSON.stringify(rest)]);
    expect(Object.fromEntries(ports)).toEqual({
      varnish: expect.stringContaining('"port":6081') as string,
      'varnish-each': expect.stringContaining('"port":6082') as string,
    });
    expect(vcl('kubernetes-upstreams.conf')).toContain('server varnish:6081 ');
  });
});
