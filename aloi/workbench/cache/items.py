"""The cached table of a campaign's items."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.tasks import require_installed
from aloi.storage.store import Store
from aloi.workbench.access import hidden_items
from aloi.workbench.cache.base import CampaignWithDecisions, Context, Request, cached
from aloi.workbench.cache.results import read
from aloi.workbench.items.index import ItemsIndex, write_index
from aloi.workbench.items.window import ItemsWindow, read_ids, read_window, without_items
from aloi.workbench.requests.items import ItemsRequest


@dataclass(frozen=True, slots=True)
class ListItems(Request[ItemsIndex]):
    """The items of a campaign with their answers; the result names the file that has them."""

    campaign_id: CampaignWithDecisions


@cached()
def _list_items(request: ListItems, context: Context) -> ItemsIndex:
    return write_index(context.store, request.campaign_id, context.folder, context.progress)


def items_window(request: ItemsRequest, context: Context) -> ItemsWindow | None:
    """Return some rows of a campaign's items, as they were computed last; None before that.

    Raises
    ------
    AloiError
        A campaign that is not in the store.
    """
    index = latest_index(context.store, request.campaign)
    if index is None:
        return None
    try:
        return read_window(request, index, context.folder, hidden_items(context.store, request.campaign))
    except FileNotFoundError:  # swept, or of another data folder
        context.store.cached_results.keep_latest(ListItems.__name__, 0)
        return None


def latest_index(store: Store, campaign: str) -> ItemsIndex | None:
    """Return the index of a campaign's items that was computed last; None before that."""
    stored_campaign = store.campaigns.get(campaign)
    require_installed(stored_campaign)
    result = read(store, ListItems(stored_campaign.id))
    if result.error is not None:
        raise result.error
    return result.value


def items_ids(
    store: Store, campaign: str, selected: ItemsRequest | tuple[str, ...], folder: Path
) -> tuple[str, ...]:
    """Return the ids of selected items: those named, or all that a request leaves, whatever its limit."""
    if isinstance(selected, tuple):
        return selected
    index = latest_index(store, campaign)
    hidden = hidden_items(store, campaign)
    return () if index is None else read_ids(selected, index, folder, hidden)


def visible_index(index: ItemsIndex, campaign: str, context: Context) -> ItemsIndex:
    """Return an index without what only hidden items have."""
    return without_items(index, context.folder, hidden_items(context.store, campaign))
