// Every operation of the API, in the order in which the reference shows them.

import { listBins } from './bins/list-bins.ts'
import { createCard } from './cards/create-card.ts'
import { freezeCard } from './cards/freeze-card.ts'
import { fundCard } from './cards/fund-card.ts'
import { getCard } from './cards/get-card.ts'
import { getCardDetails } from './cards/get-card-details.ts'
import { getCardLimits } from './cards/get-card-limits.ts'
import { listCards } from './cards/list-cards.ts'
import { replaceCard } from './cards/replace-card.ts'
import { createTemplate } from './cards/templates/create-template.ts'
import { deleteTemplate } from './cards/templates/delete-template.ts'
import { getTemplate, listTemplates } from './cards/templates/read-templates.ts'
import { updateTemplate } from './cards/templates/update-template.ts'
import { terminateCard } from './cards/terminate-card.ts'
import { unfreezeCard } from './cards/unfreeze-card.ts'
import { updateCard } from './cards/update-card.ts'
import { withdrawFromCard } from './cards/withdraw-from-card.ts'
import { listCategories } from './categories/list-categories.ts'
import { deleteDecisionHook } from './decision-hook/delete-hook.ts'
import { listDecisionAttempts } from './decision-hook/list-attempts.ts'
import { putDecisionHook } from './decision-hook/put-hook.ts'
import { getDecisionHook } from './decision-hook/read-hook.ts'
import { rotateDecisionHookSecret } from './decision-hook/rotate-hook-secret.ts'
import { testDecisionHook } from './decision-hook/test-hook.ts'
import { getDeposit, listDeposits } from './deposits/read-deposits.ts'
import { getEvent } from './event-feed/get-event.ts'
import { listEvents } from './event-feed/list-events.ts'
import { streamEvents } from './event-feed/stream-events.ts'
import { explainTransaction } from './explanations/explain-transaction.ts'
import type { AnyRoute } from './http/route.ts'
import { getKeySelf } from './keys/get-key-self.ts'
import { listRequestLogs } from './request-log/list-request-logs.ts'
import { createRevealSession } from './reveal/create-session.ts'
import { createBacktest, getBacktest, listBacktests } from './rules/backtests/backtest-routes.ts'
import { createRule, deleteRule, updateRule } from './rules/change-rules.ts'
import { getRule, listRules, listRuleVersions } from './rules/read-rules.ts'
import { getRuleReport } from './rules/report.ts'
import { advanceClock, getClock } from './sandbox/clock.ts'
import {
  expireAuthorization,
  incrementAuthorization,
  reverseAuthorization,
  settleAuthorization,
} from './sandbox/drive-authorization.ts'
import { getRates, setRates } from './sandbox/rates.ts'
import { resetSandbox } from './sandbox/reset-sandbox.ts'
import { simulateAuthorization } from './sandbox/simulate-authorization.ts'
import { simulateChallenge, verifyChallenge } from './sandbox/simulate-challenge.ts'
import { simulateRefund, simulateSettlement } from './sandbox/simulate-clearing.ts'
import { confirmSimulatedDeposit, expireSimulatedDeposit, simulateDeposit } from './sandbox/simulate-deposit.ts'
import { createSpendRequest } from './spend-requests/create-spend-request.ts'
import { approveSpendRequest, cancelSpendRequest, denySpendRequest } from './spend-requests/decide-spend-request.ts'
import { getSpendRequest, listSpendRequests } from './spend-requests/read-spend-requests.ts'
import { reportSpendOutcome } from './spend-requests/report-outcome.ts'
import { approveChallenge, declineChallenge } from './three-ds/answer-challenge.ts'
import { getChallenge, listChallenges } from './three-ds/read-challenges.ts'
import { getTransaction } from './transactions/get-transaction.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { getDepositAddress } from './wallet/get-deposit-address.ts'
import { getWalletBalance } from './wallet/get-wallet-balance.ts'
import { listWalletTransactions } from './wallet/list-wallet-transactions.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { listDeliveries } from './webhooks/read-deliveries.ts'
import { getWebhook, listWebhooks } from './webhooks/read-webhooks.ts'
import { resendEvent } from './webhooks/resend-event.ts'
import { retryDelivery } from './webhooks/retry-delivery.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

export const routes: AnyRoute[] = [
  createCard,
  listCards,
  getCard,
  getCardDetails,
  createRevealSession,
  getCardLimits,
  updateCard,
  freezeCard,
  unfreezeCard,
  terminateCard,
  replaceCard,
  fundCard,
  withdrawFromCard,
  createTemplate,
  listTemplates,
  getTemplate,
  updateTemplate,
  deleteTemplate,
  createSpendRequest,
  listSpendRequests,
  getSpendRequest,
  approveSpendRequest,
  denySpendRequest,
  cancelSpendRequest,
  reportSpendOutcome,
  listTransactions,
  getTransaction,
  explainTransaction,
  getWalletBalance,
  getDepositAddress,
  listDeposits,
  getDeposit,
  listWalletTransactions,
  listBins,
  listCategories,
  listChallenges,
  getChallenge,
  approveChallenge,
  declineChallenge,
  createRule,
  listRules,
  getRule,
  updateRule,
  deleteRule,
  listRuleVersions,
  getRuleReport,
  createBacktest,
  listBacktests,
  getBacktest,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  retryDelivery,
  putDecisionHook,
  getDecisionHook,
  deleteDecisionHook,
  rotateDecisionHookSecret,
  testDecisionHook,
  listDecisionAttempts,
  listEvents,
  streamEvents,
  getEvent,
  resendEvent,
  listRequestLogs,
  getKeySelf,
  simulateDeposit,
  confirmSimulatedDeposit,
  expireSimulatedDeposit,
  simulateAuthorization,
  incrementAuthorization,
  settleAuthorization,
  reverseAuthorization,
  expireAuthorization,
  simulateSettlement,
  simulateRefund,
  simulateChallenge,
  verifyChallenge,
  getClock,
  advanceClock,
  getRates,
  setRates,
  resetSandbox,
]
