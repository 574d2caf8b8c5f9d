import { secrets } from '../src/setup/environment';

export default {
  archive: { enabled: true, resolve: './src/plugins/archive' },
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
