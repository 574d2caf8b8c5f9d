import { secrets } from '../src/setup/environment';

export default {
  // Ours. Each is its folder and its line here; only the ledger is needed by the others.
  ledger: { enabled: true, resolve: './src/plugins/ledger' },
  editing: { enabled: true, resolve: './src/plugins/editing' },
  approval: { enabled: true, resolve: './src/plugins/approval' },
  releases: { enabled: true, resolve: './src/plugins/releases' },
  texts: { enabled: true, resolve: './src/plugins/texts' },
  archive: { enabled: true, resolve: './src/plugins/archive' },
  'day-view': { enabled: true, resolve: './src/plugins/day-view' },
  'users-permissions': { config: { jwtSecret: secrets.JWT_SECRET } },
  upload: {
    config: {
      sizeLimit: 10 * 1024 * 1024,
      breakpoints: { large: 1000, medium: 750, small: 500 },
      security: {
        allowedTypes: ['image/*', 'application/pdf'],
        deniedTypes: ['text/html', 'application/javascript', 'text/javascript'],
      },
    },
  },
};
