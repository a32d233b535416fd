import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'

export const home = '/project/integrations'

export type ListedIntegration = ListRow<'/integrations'>
export type Integration = Answer<'GET', `/integrations/${string}`>['data']
export type Draft = Answer<'GET', `/integration_drafts/${string}`>['data']
export type Profile = Draft['profiles'][string]
export type Comparison = Answer<'POST', `/integrations/${string}/compare`>['data']
export type Difference = Comparison['differences'][number]

export const fileImportPath = `${home}/import-file`
export const stepPath = (id: string, step: Draft['step']) => `${home}/create/${id}/${step}`
