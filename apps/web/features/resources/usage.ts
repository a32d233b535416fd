import type { Answer } from '@weft/kit/contracts/client.ts'

/** What a project may use, uses and shares. */
export type Usage = Answer<'GET', '/project_usage'>['data']
