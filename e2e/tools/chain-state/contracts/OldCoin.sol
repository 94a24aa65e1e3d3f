// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What the coins below share: they were written before ERC-20 was settled.
abstract contract OldCoin {
    uint256 public totalSupply;
    mapping(address holder => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function _approve(uint256 amount, address spender) internal {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
    }

    function _transfer(address from, address to, uint256 amount) internal {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }

    function _spend(address from, uint256 amount) internal {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
    }
}

/// As USDT on Ethereum: nothing is returned, and an allowance has to go back to zero before it becomes another one.
contract NoReturnCoin is OldCoin {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0);
        _approve(amount, spender);
    }

    function transfer(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _spend(from, amount);
        _transfer(from, to, amount);
    }
}

/// A coin that returns what ERC-20 wants.
abstract contract ReturningCoin is OldCoin {
    function approve(address spender, uint256 amount) external returns (bool) {
        _approve(amount, spender);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        _spend(from, amount);
        _transfer(from, to, amount);
        return true;
    }
}

/// As MKR on Ethereum: name and symbol are 32 bytes and no strings.
contract Bytes32Coin is ReturningCoin {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
    uint8 public constant decimals = 18;
}

/// Names and symbols are optional in ERC-20; this one has neither.
contract NamelessCoin is ReturningCoin {
    uint8 public constant decimals = 18;
}
