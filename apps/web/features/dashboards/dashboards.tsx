import { IconLayoutDashboard } from '@tabler/icons-react'
import { dashboard } from '@weft/catalogue/resources/dashboard/dashboard.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { dashboardsHome } from './api.ts'

/** Every dashboard of the project. */
export const DashboardsScreen = () => (
  <ResourceList
    resource={dashboard}
    to={({ id }) => `${dashboardsHome}/${id}`}
    createTo={`${dashboardsHome}/create`}
    icon={IconLayoutDashboard}
  />
)
