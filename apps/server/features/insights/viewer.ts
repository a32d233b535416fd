import type { Viewer } from '@weft/engine/data-sets/insight-source.server.ts'
import { can, type Permitted } from '@weft/kit/define/permissions.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

/** What somebody who looks at insights may see beside data sets, and in which language. */
export const viewerOf = (user: Permitted, language: Language): Viewer => ({
  sees_runs: can(user, 'jobs', 'view'),
  language,
})
