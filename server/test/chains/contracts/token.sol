// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A token in the shape of Tether's: no return values, six decimals, a fee that can be switched on.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;
    address immutable owner = msg.sender;
    uint256 public feeBps;

    constructor(uint256 supply) {
        balanceOf[msg.sender] = supply;
    }

    function setFee(uint256 bps) external {
        feeBps = bps;
    }

    function transfer(address to, uint256 value) public {
        uint256 fee = (value * feeBps) / 10000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(msg.sender, owner, fee);
        }
    }

    function transferTwice(address to, uint256 first, uint256 second) external {
        transfer(to, first);
        transfer(to, second);
    }
}
