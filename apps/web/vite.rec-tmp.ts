import base from './vite.config.ts'
export default { ...(base as object), cacheDir: '/tmp/rec/vite' }
