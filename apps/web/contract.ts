import type { contracts } from '@weft/contracts/all.ts'

declare module '@weft/kit/contracts/client.ts' {
  interface Registered {
    routes: typeof contracts
  }
}
