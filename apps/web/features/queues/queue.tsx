import { queue } from '@weft/catalogue/resources/queue/queue.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const home = '/project/settings/queues'

export const QueueCreateScreen = () => <ResourceScreen resource={queue} home={home} />
export const QueueScreen = () => <ResourceScreen resource={queue} home={home} param="queueId" />
