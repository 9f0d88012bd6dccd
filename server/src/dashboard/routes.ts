// The dashboard's own operations under /dashboard, for people only. For everything that the API offers, the dashboard uses the API.

import type { AnyRoute } from '../http/route.ts'
import {
  getNotificationSettings,
  updateLowWallet,
  updateNotificationSettings,
} from '../notifications/notification-settings.ts'
import { countUnread, listNotifications, markRead } from '../notifications/read-notifications.ts'
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
import { getTransactionNotes, listTags, putTransactionNotes } from '../transaction-notes/note-routes.ts'
import { addReceipt, getReceipt, removeReceipt } from '../transaction-notes/receipt-routes.ts'
import { getAccount, updateAccount } from './account-routes.ts'
import { clearCardOwner, listOwnedCards, listPeople, setCardOwner } from './card-owner-routes.ts'
import { exportCards } from './export-cards.ts'
import { exportWalletStatement } from './export-wallet-statement.ts'
import { getCardHistory } from './get-card-history.ts'
import { getCardHolder } from './get-card-holder.ts'
import { getCardProcessor } from './get-card-processor.ts'
import { getCardSettings } from './get-card-settings.ts'
import { getDashboardHook } from './get-decision-hook.ts'
import { getDepositTerms } from './get-deposit-terms.ts'
import { getMaskedEvent } from './get-masked-event.ts'
import { getOverview } from './get-overview.ts'
import { getPurchase } from './get-purchase.ts'
import { getRuleActivity } from './get-rule-activity.ts'
import { getSandboxKey } from './get-sandbox-key.ts'
import { getSpendStatistics } from './get-spend-statistics.ts'
import { createKey, listKeys, narrowKey, revokeKey } from './key-routes.ts'
import { listActors } from './list-actors.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listCardFigures } from './list-card-figures.ts'
import { listCardNames } from './list-card-names.ts'
import { listDeliveryAttempts } from './list-delivery-attempts.ts'
import { listProcessors } from './list-processors.ts'
import { listPurchases } from './list-purchases.ts'
import { listShownTransactions } from './list-shown-transactions.ts'
import { openShopChallenge } from './open-shop-challenge.ts'
import { getRevealLink, openRevealLink } from './reveal-links.ts'
import { search } from './search/search.ts'
import { changeView, createView, deleteView, listViews } from './views.ts'

export const dashboardRoutes: AnyRoute[] = [
  getSession,
  reauthenticate,
  getOverview,
  listPurchases,
  getPurchase,
  exportCards,
  exportWalletStatement,
  getCardHistory,
  getCardSettings,
  getCardHolder,
  listCardFigures,
  listCardNames,
  listShownTransactions,
  search,
  getMaskedEvent,
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
  listDeliveryAttempts,
  getRevealLink,
  openRevealLink,
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
  getTransactionNotes,
  putTransactionNotes,
  listTags,
  addReceipt,
  getReceipt,
  removeReceipt,
  listNotifications,
  countUnread,
  markRead,
  getNotificationSettings,
  updateNotificationSettings,
  updateLowWallet,
]
