// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// What an estimate and a trace find hard: refunds, calls that need a reserve of gas, ether that moves on, and failing parts.
contract TestVault {
    /// Slot 0.
    uint256[] public values;

    event Received(address indexed from, uint256 value);
    event Stored(uint256 count);

    error Refused();

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /// Fills as many slots.
    function store(uint256 count) external {
        for (uint256 index = 0; index < count; index++) values.push(index + 1);
        emit Stored(count);
    }

    /// Empties every slot, which is refunded.
    function clear() external {
        delete values;
    }

    /// Passes the ether on, after an event of its own.
    function forward(address payable to) external payable {
        emit Received(msg.sender, msg.value);
        (bool succeeded,) = to.call{value: msg.value}("");
        if (!succeeded) revert Refused();
    }

    /// Calls itself to the given depth, so that each level holds back gas (EIP-150).
    function nest(uint256 depth) external {
        if (depth == 0) values.push(1);
        else this.nest(depth - 1);
    }

    /// Emits, fails inside, and emits again.
    function attempt() external {
        emit Stored(1);
        try this.emitAndFail() {} catch {}
        emit Stored(3);
    }

    function emitAndFail() external {
        emit Stored(2);
        revert Refused();
    }

    /// Never ends by itself.
    function burn() external {
        while (true) values.push(1);
    }
}
