import path from 'node:path'
import { root, sourcesIn, type BuiltFiles } from './built-files.ts'

export const web = path.join(root, 'apps/web')
export const agent = path.join(root, 'apps/agent')
export const dist = path.join(web, 'dist')

/** The browser's files and the agent's. */
export const webFiles: BuiltFiles = {
  builder: 'build-web.ts',
  stamp: path.join(dist, '.built-from'),
  sources: () => [
    ...sourcesIn(['apps/web', 'catalogue', 'designers', 'engine', 'kit'], /\.(ts|tsx|js|css|html|svg|json)$/).filter(
      (file) => !file.endsWith('.server.ts'),
    ),
    ...sourcesIn(['apps/agent', 'kit/agent'], /\.ts$/),
  ],
}
