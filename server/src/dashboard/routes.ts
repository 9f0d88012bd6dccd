// The dashboard's own operations, under /dashboard, for people only. What the API can do, the dashboard does by the API.

import type { AnyRoute } from '../http/route.ts'
import { getSecurityPolicy, updateSecurityPolicy } from '../people/security-routes.ts'
import { getSession, reauthenticate } from '../people/session-routes.ts'
import {
  changeMember,
  invite,
  listTeam,
  makeResetLink,
  removeFromTeam,
  takeBackInvitation,
} from '../people/team-routes.ts'
import { getAccount, updateAccount } from './account-routes.ts'
import { clearCardOwner, listOwnedCards, listPeople, setCardOwner } from './card-owner-routes.ts'
import { getCardHistory } from './get-card-history.ts'
import { getCardHolder } from './get-card-holder.ts'
import { getCardProcessor } from './get-card-processor.ts'
import { getCardSettings } from './get-card-settings.ts'
import { getDashboardHook } from './get-decision-hook.ts'
import { getDepositTerms } from './get-deposit-terms.ts'
import { getOverview } from './get-overview.ts'
import { getRuleActivity } from './get-rule-activity.ts'
import { getSandboxKey } from './get-sandbox-key.ts'
import { getSpendStatistics } from './get-spend-statistics.ts'
import { createKey, listKeys, narrowKey, revokeKey } from './key-routes.ts'
import { listActors } from './list-actors.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listCardFigures } from './list-card-figures.ts'
import { listProcessors } from './list-processors.ts'
import { openShopChallenge } from './open-shop-challenge.ts'
import { changeView, createView, deleteView, listViews } from './views.ts'

export const dashboardRoutes: AnyRoute[] = [
  getSession,
  reauthenticate,
  getOverview,
  getCardHistory,
  getCardSettings,
  getCardHolder,
  listCardFigures,
  listOwnedCards,
  listPeople,
  setCardOwner,
  clearCardOwner,
  getCardProcessor,
  getSpendStatistics,
  listActors,
  listProcessors,
  getDepositTerms,
  getRuleActivity,
  getDashboardHook,
  openShopChallenge,
  getSandboxKey,
  listKeys,
  createKey,
  narrowKey,
  revokeKey,
  getAccount,
  updateAccount,
  getSecurityPolicy,
  updateSecurityPolicy,
  listTeam,
  invite,
  takeBackInvitation,
  changeMember,
  removeFromTeam,
  makeResetLink,
  listAuditLog,
  listViews,
  createView,
  changeView,
  deleteView,
]
