// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Passes on what it is sent: transfers that no transaction names.
contract Payer {
    function payBoth(address payable first, address payable second) external payable {
        first.transfer(msg.value / 4);
        second.transfer(msg.value / 2);
    }

    /// The inner call pays and then fails, so its payment is undone; the outer one goes on.
    function payInVain(address payable to) external payable {
        try this.payThenFail{value: msg.value}(to) {} catch {}
    }

    function payThenFail(address payable to) external payable {
        to.transfer(msg.value);
        revert("undone");
    }

    function endInto(address payable heir) external payable {
        new Ending{value: msg.value}(heir);
    }
}

contract Ending {
    constructor(address payable heir) payable {
        selfdestruct(heir);
    }
}
