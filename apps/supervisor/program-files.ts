import path from 'node:path'
import { sourcesIn, type BuiltFiles } from './built-files.ts'

export const programs = path.join(import.meta.dirname, 'dist')

/** What the server's processes run: each of them loads a few files instead of a thousand (ARCHITECTURE.md). */
export const programFiles: BuiltFiles = {
  builder: 'build-programs.ts',
  stamp: path.join(programs, '.built-from'),
  sources: () =>
    sourcesIn(
      [
        ...['server', 'worker', 'isolation', 'supervisor'].map((app) => `apps/${app}`),
        'catalogue',
        'contracts',
        'engine',
        'kit',
      ],
      /\.(ts|json)$/,
    ),
}
